import { toIso } from '../../../lib/time/iso.ts';
import type { EventTopicRoute__Output as EventRouteMessage } from '../../../protos/gen/causeway/notifications/v1/EventTopicRoute.ts';
import type { TopicDestinationRoute__Output as DestinationRouteMessage } from '../../../protos/gen/causeway/notifications/v1/TopicDestinationRoute.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { times } from '../times.ts';

type Operations =
  | 'listEventTopicRoutes'
  | 'createEventTopicRoute'
  | 'deleteEventTopicRoute'
  | 'listTopicDestinationRoutes'
  | 'createTopicDestinationRoute'
  | 'deleteTopicDestinationRoute';

/** The operations of both kinds of routes: event type to topic, and topic to destination. */
export function routeRoutes({ notifications }: Services): Routes<Operations> {
  return {
    async listEventTopicRoutes({ call, projectId, query }) {
      const { topicId = '', eventType = '' } = query;
      return listAnswer(query, {
        load: async (pageToken) => {
          const request = { projectId, topicId, eventType, pageToken };
          const { routes: items, nextPageToken } = await notifications.listEventTopicRoutes(call, request);
          return { items, nextPageToken };
        },
        toJson: eventRouteJson,
      });
    },
    async createEventTopicRoute({ call, projectId, body }) {
      return eventRouteJson(await notifications.createEventTopicRoute(call, { projectId, ...body }));
    },
    async deleteEventTopicRoute({ call, projectId, path }) {
      await notifications.deleteEventTopicRoute(call, { projectId, routeId: path.routeId });
    },
    async listTopicDestinationRoutes({ call, projectId, query }) {
      const { topicId = '', destinationId = '' } = query;
      return listAnswer(query, {
        load: async (pageToken) => {
          const request = { projectId, topicId, destinationId, pageToken };
          const { routes: items, nextPageToken } = await notifications.listTopicDestinationRoutes(call, request);
          return { items, nextPageToken };
        },
        toJson: destinationRouteJson,
      });
    },
    async createTopicDestinationRoute({ call, projectId, body }) {
      return destinationRouteJson(await notifications.createTopicDestinationRoute(call, { projectId, ...body }));
    },
    async deleteTopicDestinationRoute({ call, projectId, path }) {
      await notifications.deleteTopicDestinationRoute(call, { projectId, routeId: path.routeId });
    },
  };
}

function eventRouteJson({ id, eventType, topicId, projectId, ...when }: EventRouteMessage): Json<'EventTopicRoute'> {
  return { id, eventType: eventType as Json<'EventType'>, topicId, projectId, ...times(when) };
}

function destinationRouteJson({
  id,
  topicId,
  destinationId,
  projectId,
  createTime,
}: DestinationRouteMessage): Json<'TopicDestinationRoute'> {
  return { id, topicId, destinationId, projectId, createTime: toIso(createTime) };
}
