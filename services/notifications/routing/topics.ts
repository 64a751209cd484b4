import { type Audit, type By, NOBODY } from '../../../lib/audit/audit.ts';
import { notFound, type Problem } from '../../../lib/problem/problem.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import { checkTopicName } from '../name.ts';
import type { QuotaStore } from '../quota.ts';
import type { EventTopicRouteStore, Topic, TopicDestinationRouteStore, TopicStore } from './topic.ts';

type Stores = WithOutbox<{ topics: TopicStore; quotas: QuotaStore }>;
type Deps = Given<Stores> & { audit: Audit<'notifications'> };

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

type UpdateTopicStores = WithOutbox<{ topics: TopicStore }>;
type UpdateTopicDeps = Given<UpdateTopicStores> & { audit: Audit<'notifications'> };

/** Renames. Throws invalidArgument (name), notFound and alreadyExists. */
export function makeUpdateTopic({ stores, clock, audit }: UpdateTopicDeps) {
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

type DeleteTopicStores = WithOutbox<{
  topics: TopicStore;
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
}>;
type DeleteTopicDeps = Given<DeleteTopicStores> & { audit: Audit<'notifications'> };

/** Deletes a topic and its routes of both kinds. Throws notFound. */
export function makeDeleteTopic({ stores, audit }: DeleteTopicDeps) {
  return async function deleteTopic(
    { projectId, topicId }: { projectId: string; topicId: string },
    by: By = NOBODY,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.topics.delete(projectId, topicId))) throw noTopic();
      await s.eventTopicRoutes.deleteOfTopic(projectId, topicId);
      await s.topicDestinationRoutes.deleteOfTopic(projectId, topicId);
      await audit(s.outbox, by, { action: 'topic.deleted', projectId, targetId: topicId });
    });
  };
}
