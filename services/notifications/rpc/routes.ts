import { Problem } from '../../../lib/problem/problem.ts';
import { paged } from '../../../lib/rpc/paged.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { EventTopicRoute as EventTopicRouteMessage } from '../../../protos/gen/causeway/notifications/v1/EventTopicRoute.ts';
import type { EventTopicRoute, EventTopicRouteStore, TopicDestinationRouteStore } from '../domain/route.ts';
import type { CreateEventTopicRoute } from '../usecases/create_event_topic_route.ts';
import type { CreateTopicDestinationRoute } from '../usecases/create_topic_destination_route.ts';

type UseCases = {
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
  createEventTopicRoute: CreateEventTopicRoute;
  createTopicDestinationRoute: CreateTopicDestinationRoute;
};
type Rpcs =
  | 'CreateEventTopicRoute'
  | 'ListEventTopicRoutes'
  | 'DeleteEventTopicRoute'
  | 'CreateTopicDestinationRoute'
  | 'ListTopicDestinationRoutes'
  | 'DeleteTopicDestinationRoute';

/** Both kinds of routes. Translates; decides nothing. */
export function routeHandlers(does: UseCases): Pick<Handlers<'notifications'>, Rpcs> {
  return {
    async CreateEventTopicRoute(_call, { projectId, eventType, topicId }) {
      return eventRouteMessage(await does.createEventTopicRoute({ projectId, eventType, topicId }));
    },
    async ListEventTopicRoutes(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await paged(pageToken, async (page) =>
        (await does.eventTopicRoutes.list(projectId, filter, page)).map(eventRouteMessage),
      );
      return { routes: messages, nextPageToken };
    },
    async DeleteEventTopicRoute(_call, { projectId, routeId }) {
      return deleted(await does.eventTopicRoutes.delete(projectId, routeId));
    },
    CreateTopicDestinationRoute: (_call, { projectId, topicId, destinationId }) =>
      does.createTopicDestinationRoute({ projectId, topicId, destinationId }),
    async ListTopicDestinationRoutes(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await paged(pageToken, (page) =>
        does.topicDestinationRoutes.list(projectId, filter, page),
      );
      return { routes: messages, nextPageToken };
    },
    async DeleteTopicDestinationRoute(_call, { projectId, routeId }) {
      return deleted(await does.topicDestinationRoutes.delete(projectId, routeId));
    },
  };
}

function deleted(wasThere: boolean): object {
  if (!wasThere) throw new Problem('notFound', 'There is no such route.');
  return {};
}

function eventRouteMessage({ updateTime, ...route }: EventTopicRoute): EventTopicRouteMessage {
  return { ...route, updateTime: updateTime ?? 0 };
}
