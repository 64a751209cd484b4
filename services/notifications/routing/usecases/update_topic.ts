import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { checkTopicName } from '../../domain/name.ts';
import type { Topic, TopicStore } from '../domain/topic.ts';

type Stores = { topics: TopicStore };

/** Renames. Throws invalidArgument (name), notFound and alreadyExists. */
export function makeUpdateTopic({ stores, clock }: { stores: Stores; clock: Clock }) {
  return async function updateTopic({
    projectId,
    topicId,
    name,
  }: {
    projectId: string;
    topicId: string;
    name: string;
  }): Promise<Topic> {
    checkTopicName(name);
    const topic = await stores.topics.rename(projectId, topicId, { name, updateTime: clock.now() });
    if (!topic) throw noTopic();
    return topic;
  };
}

export function noTopic(): Problem {
  return notFound('topic');
}
