import type { RoutesOfDestination } from '../../destinations/domain/destination.ts';
import type { Keyset } from '../../domain/keyset.ts';

/** Sends one type of event to one topic. */
export type EventTopicRoute = {
  id: string;
  projectId: string;
  eventType: string;
  topicId: string;
  createTime: number;
  updateTime: number | null;
};

/** Sends the events of a topic to one destination. */
export type TopicDestinationRoute = {
  id: string;
  projectId: string;
  topicId: string;
  destinationId: string;
  createTime: number;
};

/** Empty text in a filter matches all. */
export type EventTopicRouteStore = {
  /** Throws alreadyExists when the pair already has a route. */
  insert(route: EventTopicRoute): Promise<void>;
  list(projectId: string, filter: { topicId: string; eventType: string }, keyset: Keyset): Promise<EventTopicRoute[]>;
  delete(projectId: string, id: string): Promise<boolean>;
  deleteOfTopic(projectId: string, topicId: string): Promise<void>;
};

export type TopicDestinationRouteStore = RoutesOfDestination & {
  /** Throws alreadyExists when the pair already has a route. */
  insert(route: TopicDestinationRoute): Promise<void>;
  list(
    projectId: string,
    filter: { topicId: string; destinationId: string },
    keyset: Keyset,
  ): Promise<TopicDestinationRoute[]>;
  delete(projectId: string, id: string): Promise<boolean>;
  deleteOfTopic(projectId: string, topicId: string): Promise<void>;
  /** Distinct ids of the destinations that an event of this type is routed to. */
  destinationsOf(projectId: string, eventType: string): Promise<string[]>;
};
