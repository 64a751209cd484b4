import { paged } from '../../../lib/rpc/paged.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { Topic as TopicMessage } from '../../../protos/gen/causeway/notifications/v1/Topic.ts';
import type { Topic, TopicStore } from '../routing/domain/topic.ts';
import type { CreateTopic } from '../routing/usecases/create_topic.ts';
import type { DeleteTopic } from '../routing/usecases/delete_topic.ts';
import type { UpdateTopic } from '../routing/usecases/update_topic.ts';

type UseCases = { topics: TopicStore; createTopic: CreateTopic; updateTopic: UpdateTopic; deleteTopic: DeleteTopic };

/** Topic RPCs. Translates; decides nothing. */
export function topicHandlers(
  useCases: UseCases,
): Pick<Handlers<'notifications'>, 'CreateTopic' | 'ListTopics' | 'UpdateTopic' | 'DeleteTopic'> {
  return {
    async CreateTopic(_call, { projectId, name }) {
      return topicMessage(await useCases.createTopic({ projectId, name }));
    },
    async ListTopics(_call, { projectId, pageToken }) {
      const { messages, nextPageToken } = await paged(pageToken, async (keyset) =>
        (await useCases.topics.list(projectId, keyset)).map(topicMessage),
      );
      return { topics: messages, nextPageToken };
    },
    async UpdateTopic(_call, { projectId, topicId, name }) {
      return topicMessage(await useCases.updateTopic({ projectId, topicId, name }));
    },
    async DeleteTopic(_call, { projectId, topicId }) {
      await useCases.deleteTopic({ projectId, topicId });
      return {};
    },
  };
}

function topicMessage({ updateTime, ...topic }: Topic): TopicMessage {
  return { ...topic, updateTime: updateTime ?? 0 };
}
