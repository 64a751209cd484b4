import { Problem } from '../../../lib/problem/problem.ts';
import { paged } from '../../../lib/rpc/paged.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { EventTopicRoute as EventTopicRouteMessage } from '../../../protos/gen/causeway/notifications/v1/EventTopicRoute.ts';
import type { EventTopicRoute, EventTopicRouteStore, TopicDestinationRouteStore } from '../routing/domain/route.ts';
import type { CreateEventTopicRoute } from '../routing/usecases/create_event_topic_route.ts';
import type { CreateTopicDestinationRoute } from '../routing/usecases/create_topic_destination_route.ts';

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

/** RPCs of both route kinds. Translates; decides nothing. */
export function routeHandlers(useCases: UseCases): Pick<Handlers<'notifications'>, Rpcs> {
  return {
    async CreateEventTopicRoute(_call, { projectId, eventType, topicId }) {
      return eventRouteMessage(await useCases.createEventTopicRoute({ projectId, eventType, topicId }));
    },
    async ListEventTopicRoutes(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await paged(pageToken, async (keyset) =>
        (await useCases.eventTopicRoutes.list(projectId, filter, keyset)).map(eventRouteMessage),
      );
      return { routes: messages, nextPageToken };
    },
    async DeleteEventTopicRoute(_call, { projectId, routeId }) {
      return deleted(await useCases.eventTopicRoutes.delete(projectId, routeId));
    },
    CreateTopicDestinationRoute: (_call, { projectId, topicId, destinationId }) =>
      useCases.createTopicDestinationRoute({ projectId, topicId, destinationId }),
    async ListTopicDestinationRoutes(_call, { projectId, pageToken, ...filter }) {
      const { messages, nextPageToken } = await paged(pageToken, (keyset) =>
        useCases.topicDestinationRoutes.list(projectId, filter, keyset),
      );
      return { routes: messages, nextPageToken };
    },
    async DeleteTopicDestinationRoute(_call, { projectId, routeId }) {
      return deleted(await useCases.topicDestinationRoutes.delete(projectId, routeId));
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
