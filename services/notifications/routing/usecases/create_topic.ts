import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { checkTopicName } from '../../domain/name.ts';
import type { Stores } from '../../domain/stores.ts';
import type { Topic } from '../domain/topic.ts';

export type CreateTopic = ReturnType<typeof makeCreateTopic>;

/** Throws invalidArgument (name), unprocessable (the quota of topics) and alreadyExists. */
export function makeCreateTopic({ stores, clock, newId }: { stores: Stores; clock: Clock; newId: NewId }) {
  return async function createTopic({ projectId, name }: { projectId: string; name: string }): Promise<Topic> {
    checkTopicName(name);
    const topic: Topic = { id: newId(), projectId, name, createTime: clock.now(), updateTime: null };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('topics', projectId);
      await s.topics.insert(topic);
    });
    return topic;
  };
}
