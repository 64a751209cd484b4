import { paged } from '../../../lib/rpc/paged.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { Topic as TopicMessage } from '../../../protos/gen/causeway/notifications/v1/Topic.ts';
import type { UseCases } from '../use_cases.ts';
import type { Topic } from '../routing/domain/topic.ts';

/** Topic RPCs. Translates; decides nothing. */
export function topicHandlers(
  useCases: UseCases,
): Pick<Handlers<'notifications'>, 'CreateTopic' | 'ListTopics' | 'UpdateTopic' | 'DeleteTopic'> {
  return {
    async CreateTopic(call, { projectId, name }) {
      return topicMessage(await useCases.createTopic({ projectId, name }, call));
    },
    async ListTopics(_call, { projectId, pageToken }) {
      const { messages, nextPageToken } = await paged(pageToken, async (keyset) =>
        (await useCases.listTopics(projectId, keyset)).map(topicMessage),
      );
      return { topics: messages, nextPageToken };
    },
    async UpdateTopic(call, { projectId, topicId, name }) {
      return topicMessage(await useCases.updateTopic({ projectId, topicId, name }, call));
    },
    async DeleteTopic(call, { projectId, topicId }) {
      await useCases.deleteTopic({ projectId, topicId }, call);
      return {};
    },
  };
}

function topicMessage({ updateTime, ...topic }: Topic): TopicMessage {
  return { ...topic, updateTime: updateTime ?? 0 };
}
