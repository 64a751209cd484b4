import type { Topic__Output as TopicMessage } from '../../../protos/gen/causeway/notifications/v1/Topic.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { times } from '../times.ts';

export function topicRoutes({
  notifications,
}: Services): Routes<'listTopics' | 'createTopic' | 'updateTopic' | 'deleteTopic'> {
  return {
    async listTopics({ call, projectId, query }) {
      return listAnswer(query, {
        load: async (pageToken) => {
          const { topics: items, nextPageToken } = await notifications.listTopics(call, { projectId, pageToken });
          return { items, nextPageToken };
        },
        toJson: topicJson,
      });
    },
    async createTopic({ call, projectId, body }) {
      return topicJson(await notifications.createTopic(call, { projectId, name: body.name }));
    },
    async updateTopic({ call, projectId, path, body }) {
      return topicJson(await notifications.updateTopic(call, { projectId, topicId: path.topicId, name: body.name }));
    },
    async deleteTopic({ call, projectId, path }) {
      await notifications.deleteTopic(call, { projectId, topicId: path.topicId });
    },
  };
}

function topicJson({ id, name, projectId, ...when }: TopicMessage): Json<'Topic'> {
  return { id, name, projectId, ...times(when) };
}
