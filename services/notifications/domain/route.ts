import type { Page } from './page.ts';

/** Sends one type of event to one topic. */
export type EventTopicRoute = {
  id: string;
  projectId: string;
  eventType: string;
  topicId: string;
  createTime: number;
  updateTime: number | null;
};

/** Sends what reaches a topic to one destination. */
export type TopicDestinationRoute = {
  id: string;
  projectId: string;
  topicId: string;
  destinationId: string;
  createTime: number;
};

/** An empty text in a filter means any. */
export type EventTopicRouteStore = {
  /** Throws alreadyExists for a pair that is routed already. */
  insert(route: EventTopicRoute): Promise<void>;
  list(projectId: string, filter: { topicId: string; eventType: string }, page: Page): Promise<EventTopicRoute[]>;
  delete(projectId: string, id: string): Promise<boolean>;
  deleteOfTopic(projectId: string, topicId: string): Promise<void>;
};

export type TopicDestinationRouteStore = {
  /** Throws alreadyExists for a pair that is routed already. */
  insert(route: TopicDestinationRoute): Promise<void>;
  list(
    projectId: string,
    filter: { topicId: string; destinationId: string },
    page: Page,
  ): Promise<TopicDestinationRoute[]>;
  delete(projectId: string, id: string): Promise<boolean>;
  deleteOfTopic(projectId: string, topicId: string): Promise<void>;
  deleteOfDestination(projectId: string, destinationId: string): Promise<void>;
  /** The ids of the destinations that an event of this type reaches, each once. */
  destinationsOf(projectId: string, eventType: string): Promise<string[]>;
};
