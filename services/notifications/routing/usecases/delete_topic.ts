import type { Outbox } from '../../domain/outbox.ts';
import { type Audit, type By, NOBODY } from '../../../../lib/audit/audit.ts';
import { noTopic } from './update_topic.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { TopicStore } from '../domain/topic.ts';
import type { EventTopicRouteStore, TopicDestinationRouteStore } from '../domain/route.ts';

type Stores = {
  topics: TopicStore;
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
  outbox: Outbox;
};
type Deps = { stores: Transacting<Stores>; audit: Audit<'notifications'> };

/** Deletes a topic and its routes of both kinds. Throws notFound. */
export function makeDeleteTopic({ stores, audit }: Deps) {
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
