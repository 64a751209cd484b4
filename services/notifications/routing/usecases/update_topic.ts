import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Outbox } from '../../domain/outbox.ts';
import { type Audit, type By, NOBODY } from '../../../../lib/audit/audit.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { checkTopicName } from '../../domain/name.ts';
import type { Topic, TopicStore } from '../domain/topic.ts';

type Stores = { topics: TopicStore; outbox: Outbox };
type Deps = { stores: Transacting<Stores>; clock: Clock; audit: Audit<'notifications'> };

/** Renames. Throws invalidArgument (name), notFound and alreadyExists. */
export function makeUpdateTopic({ stores, clock, audit }: Deps) {
  return async function updateTopic(
    { projectId, topicId, name }: { projectId: string; topicId: string; name: string },
    by: By = NOBODY,
  ): Promise<Topic> {
    checkTopicName(name);
    return stores.transaction(async (s) => {
      const topic = await s.topics.rename(projectId, topicId, { name, updateTime: clock.now() });
      if (!topic) throw noTopic();
      const about = { projectId, targetId: topicId, targetName: name, fields: ['name'] };
      await audit(s.outbox, by, { action: 'topic.updated', ...about });
      return topic;
    });
  };
}

export function noTopic(): Problem {
  return notFound('topic');
}
