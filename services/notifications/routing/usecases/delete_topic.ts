import type { Stores } from '../../domain/stores.ts';
import { noTopic } from './update_topic.ts';

export type DeleteTopic = ReturnType<typeof makeDeleteTopic>;

/** Deletes a topic and its routes of both kinds. Throws notFound. */
export function makeDeleteTopic({ stores }: { stores: Stores }) {
  return async function deleteTopic({ projectId, topicId }: { projectId: string; topicId: string }): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.topics.delete(projectId, topicId))) throw noTopic();
      await s.eventTopicRoutes.deleteOfTopic(projectId, topicId);
      await s.topicDestinationRoutes.deleteOfTopic(projectId, topicId);
    });
  };
}
