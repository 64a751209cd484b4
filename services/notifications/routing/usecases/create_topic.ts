import type { Outbox } from '../../domain/outbox.ts';
import { type Audit, type By, NOBODY } from '../../../../lib/audit/audit.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { checkTopicName } from '../../domain/name.ts';
import type { Topic, TopicStore } from '../domain/topic.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { QuotaStore } from '../../domain/quota.ts';

type Stores = { topics: TopicStore; quotas: QuotaStore; outbox: Outbox };
type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; audit: Audit<'notifications'> };

/** Throws invalidArgument (name), unprocessable (the quota of topics) and alreadyExists. */
export function makeCreateTopic({ stores, clock, newId, audit }: Deps) {
  return async function createTopic(
    { projectId, name }: { projectId: string; name: string },
    by: By = NOBODY,
  ): Promise<Topic> {
    checkTopicName(name);
    const topic: Topic = { id: newId(), projectId, name, createTime: clock.now(), updateTime: null };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('topics', projectId);
      await s.topics.insert(topic);
      await audit(s.outbox, by, { action: 'topic.created', projectId, targetId: topic.id, targetName: name });
    });
    return topic;
  };
}
