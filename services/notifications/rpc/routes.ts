import { notFound } from '../../../lib/problem/problem.ts';
import { pageOfMessages } from '../../../lib/rpc/paged.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { EventTopicRoute as EventTopicRouteMessage } from '../../../protos/gen/causeway/notifications/v1/EventTopicRoute.ts';
import type { Topic as TopicMessage } from '../../../protos/gen/causeway/notifications/v1/Topic.ts';
import type { EventTopicRoute, Topic } from '../routing/topic.ts';
import type { UseCases } from '../use_cases.ts';

type RouteRpcs =
  | 'CreateEventTopicRoute'
  | 'ListEventTopicRoutes'
  | 'DeleteEventTopicRoute'
  | 'CreateTopicDestinationRoute'
  | 'ListTopicDestinationRoutes'
  | 'DeleteTopicDestinationRoute';

/** Translates RPCs about both kinds of routes into calls of the use cases. */
export function routeHandlers(useCases: UseCases): Pick<ServiceHandlers<'notifications'>, RouteRpcs> {
  return {
    async CreateEventTopicRoute(call, { projectId, eventType, topicId }) {
      return eventRouteMessage(await useCases.createEventTopicRoute({ projectId, eventType, topicId }, call));
    },
    async ListEventTopicRoutes(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, async (keyset) =>
        (await useCases.listEventTopicRoutes(projectId, filter, keyset)).map(eventRouteMessage),
      );
      return { routes: messages, nextPageToken };
    },
    async DeleteEventTopicRoute(call, { projectId, routeId }) {
      return emptyIfDeleted(await useCases.deleteEventTopicRoute(projectId, routeId, call));
    },
    CreateTopicDestinationRoute: (call, { projectId, topicId, destinationId }) =>
      useCases.createTopicDestinationRoute({ projectId, topicId, destinationId }, call),
    async ListTopicDestinationRoutes(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, (keyset) =>
        useCases.listTopicDestinationRoutes(projectId, filter, keyset),
      );
      return { routes: messages, nextPageToken };
    },
    async DeleteTopicDestinationRoute(call, { projectId, routeId }) {
      return emptyIfDeleted(await useCases.deleteTopicDestinationRoute(projectId, routeId, call));
    },
  };
}

function emptyIfDeleted(wasThere: boolean): object {
  if (!wasThere) throw notFound('route');
  return {};
}

function eventRouteMessage({ updateTime, ...route }: EventTopicRoute): EventTopicRouteMessage {
  return { ...route, updateTime: updateTime ?? 0 };
}

/** Translates RPCs about topics into calls of the use cases. */
export function topicHandlers(
  useCases: UseCases,
): Pick<ServiceHandlers<'notifications'>, 'CreateTopic' | 'ListTopics' | 'UpdateTopic' | 'DeleteTopic'> {
  return {
    async CreateTopic(call, { projectId, name }) {
      return topicMessage(await useCases.createTopic({ projectId, name }, call));
    },
    async ListTopics(_call, { projectId, pageToken }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, async (keyset) =>
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
