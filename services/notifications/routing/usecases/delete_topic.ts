import { noTopic } from './update_topic.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { TopicStore } from '../domain/topic.ts';
import type { EventTopicRouteStore, TopicDestinationRouteStore } from '../domain/route.ts';

type Stores = {
  topics: TopicStore;
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
};

/** Deletes a topic and its routes of both kinds. Throws notFound. */
export function makeDeleteTopic({ stores }: { stores: Transacting<Stores> }) {
  return async function deleteTopic({ projectId, topicId }: { projectId: string; topicId: string }): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.topics.delete(projectId, topicId))) throw noTopic();
      await s.eventTopicRoutes.deleteOfTopic(projectId, topicId);
      await s.topicDestinationRoutes.deleteOfTopic(projectId, topicId);
    });
  };
}
