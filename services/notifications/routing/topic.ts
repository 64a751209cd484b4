import type { Keyset } from '../../../lib/db/keyset.ts';
import type { RoutesOfDestination } from '../destinations/destination.ts';

/** A named group of events to which destinations subscribe. */
export type Topic = { id: string; projectId: string; name: string; createTime: number; updateTime: number | null };

export type TopicStore = {
  /** Throws alreadyExists when the name is taken in the project. */
  insert(topic: Topic): Promise<void>;
  list(projectId: string, keyset: Keyset): Promise<Topic[]>;
  find(projectId: string, id: string): Promise<Topic | undefined>;
  /** Finds a topic and locks its row until the transaction ends. */
  lock(projectId: string, id: string): Promise<Topic | undefined>;
  /** Returns undefined when the topic does not exist. Throws alreadyExists when the name is taken. */
  rename(projectId: string, id: string, change: { name: string; updateTime: number }): Promise<Topic | undefined>;
  /** Returns false when the topic does not exist. */
  delete(projectId: string, id: string): Promise<boolean>;
};

/** Sends the events of one type to one topic. */
export type EventTopicRoute = {
  id: string;
  projectId: string;
  eventType: string;
  topicId: string;
  createTime: number;
  updateTime: number | null;
};

/** Sends the events of one topic to one destination. */
export type TopicDestinationRoute = {
  id: string;
  projectId: string;
  topicId: string;
  destinationId: string;
  createTime: number;
};

/** An empty text in a filter matches all routes. */
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
  /** The distinct ids of the destinations to which an event of this type is routed. */
  destinationsOf(projectId: string, eventType: string): Promise<string[]>;
};

/** The stores of topics, by the names that use cases use. A use case picks the stores that it needs. */
export type TopicStores = {
  topics: TopicStore;
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
};
