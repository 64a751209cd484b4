import { type AuditActor, NO_AUDIT_ACTOR, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { builderEventTypes } from '../../../lib/events/catalog.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { DestinationStore } from '../destinations/destination.ts';
import { noDestination } from '../destinations/destinations.ts';
import { checkTopicName } from '../name.ts';
import type { QuotaStore } from '../quota.ts';
import type { EventTopicRoute, Topic, TopicDestinationRoute, TopicStores } from './topic.ts';

type Stores = WithOutbox<Pick<TopicStores, 'topics'> & { quotas: QuotaStore }>;
type Deps = UseCaseContext<Stores> & { audit: WriteAuditEntry<'notifications'> };

/** Creates a topic. Throws invalidArgument (name), unprocessable (the quota of topics) and alreadyExists. */
function makeCreateTopic({ stores, clock, newId, audit }: Deps) {
  return async function createTopic(
    { projectId, name }: { projectId: string; name: string },
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<Topic> {
    checkTopicName(name);
    const topic: Topic = { id: newId(), projectId, name, createTime: clock.now(), updateTime: null };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('topics', projectId);
      await s.topics.insert(topic);
      await audit(s.outbox, by, { action: 'topic.created', projectId, targetId: topic.id, targetName: name });
    });
    return topic;
  };
}

type UpdateTopicStores = WithOutbox<Pick<TopicStores, 'topics'>>;
type UpdateTopicDeps = UseCaseContext<UpdateTopicStores> & { audit: WriteAuditEntry<'notifications'> };

/** Renames a topic. Throws invalidArgument (name), notFound and alreadyExists. */
function makeUpdateTopic({ stores, clock, audit }: UpdateTopicDeps) {
  return async function updateTopic(
    { projectId, topicId, name }: { projectId: string; topicId: string; name: string },
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<Topic> {
    checkTopicName(name);
    return stores.transaction(async (s) => {
      const topic = await s.topics.rename(projectId, topicId, { name, updateTime: clock.now() });
      if (!topic) throw noTopic();
      const about = { projectId, targetId: topicId, targetName: name, fields: ['name'] };
      await audit(s.outbox, by, { action: 'topic.updated', ...about });
      return topic;
    });
  };
}

export function noTopic(): Problem {
  return notFound('topic');
}

type DeleteTopicStores = WithOutbox<Pick<TopicStores, 'topics' | 'eventTopicRoutes' | 'topicDestinationRoutes'>>;
type DeleteTopicDeps = UseCaseContext<DeleteTopicStores> & { audit: WriteAuditEntry<'notifications'> };

/** Deletes a topic and its routes of both kinds. Throws notFound. */
function makeDeleteTopic({ stores, audit }: DeleteTopicDeps) {
  return async function deleteTopic(
    { projectId, topicId }: { projectId: string; topicId: string },
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.topics.delete(projectId, topicId))) throw noTopic();
      await s.eventTopicRoutes.deleteOfTopic(projectId, topicId);
      await s.topicDestinationRoutes.deleteOfTopic(projectId, topicId);
      await audit(s.outbox, by, { action: 'topic.deleted', projectId, targetId: topicId });
    });
  };
}

type CreateRouteStores = WithOutbox<Pick<TopicStores, 'topics' | 'eventTopicRoutes'> & { quotas: QuotaStore }>;
type CreateRouteDeps = UseCaseContext<CreateRouteStores> & { audit: WriteAuditEntry<'notifications'> };
type CreateEventRouteRequest = { projectId: string; eventType: string; topicId: string };

/**
 * Routes a type of event to a topic. Throws invalidArgument (event type), unprocessable (no such topic) and
 * alreadyExists.
 */
function makeCreateEventTopicRoute({ stores, clock, newId, audit }: CreateRouteDeps) {
  return async function createEventTopicRoute(
    { projectId, eventType, topicId }: CreateEventRouteRequest,
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<EventTopicRoute> {
    checkEventType(eventType);
    const route: EventTopicRoute = {
      id: newId(),
      projectId,
      eventType,
      topicId,
      createTime: clock.now(),
      updateTime: null,
    };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('routes', projectId);
      if (!(await s.topics.lock(projectId, topicId))) throw unknownTopic(topicId);
      await s.eventTopicRoutes.insert(route);
      await audit(s.outbox, by, { action: 'route.created', projectId, targetId: route.id, targetName: eventType });
    });
    return route;
  };
}

function checkEventType(eventType: string): void {
  if (builderEventTypes().includes(eventType)) return;
  const detail = `The event type is one of ${builderEventTypes().join(', ')}.`;
  throw new Problem('invalidArgument', detail, {
    issues: [{ in: 'body', name: 'eventType', detail, value: eventType }],
  });
}

function unknownTopic(value: string): Problem {
  const detail = 'The project has no topic of this id.';
  return new Problem('unprocessable', detail, { issues: [{ in: 'body', name: 'topicId', detail, value }] });
}

type CreateTopicDestinationRouteStores = WithOutbox<
  Pick<TopicStores, 'topics' | 'topicDestinationRoutes'> & {
    destinations: DestinationStore;
    quotas: QuotaStore;
  }
>;
type CreateTopicDestinationRouteDeps = UseCaseContext<CreateTopicDestinationRouteStores> & {
  audit: WriteAuditEntry<'notifications'>;
};
type CreateTopicDestinationRouteRequest = { projectId: string; topicId: string; destinationId: string };

/** Routes a topic to a destination. Throws notFound (topic or destination) and alreadyExists. */
function makeCreateTopicDestinationRoute({ stores, clock, newId, audit }: CreateTopicDestinationRouteDeps) {
  return async function createTopicDestinationRoute(
    { projectId, topicId, destinationId }: CreateTopicDestinationRouteRequest,
    by: AuditActor = NO_AUDIT_ACTOR,
  ): Promise<TopicDestinationRoute> {
    return stores.transaction(async (s) => {
      await s.quotas.reserve('routes', projectId);
      if (!(await s.topics.lock(projectId, topicId))) throw noTopic();
      const destination = await s.destinations.lock(projectId, destinationId);
      if (!destination) throw noDestination();
      const route = { id: newId(), projectId, topicId, destinationId: destination.id, createTime: clock.now() };
      await s.topicDestinationRoutes.insert(route);
      const about = { projectId, targetId: route.id, targetName: destination.name };
      await audit(s.outbox, by, { action: 'route.created', ...about });
      return route;
    });
  };
}

type RouteStore = { delete(projectId: string, id: string): Promise<boolean> };
type DeleteRouteStores = WithOutbox<{ eventTopicRoutes: RouteStore; topicDestinationRoutes: RouteStore }>;
type DeleteRouteDeps = UseCaseContext<DeleteRouteStores> & { audit: WriteAuditEntry<'notifications'> };

/** Deletes a route of one kind. Returns false when the route does not exist. */
function makeDeleteRoute({ stores, audit }: DeleteRouteDeps, kind: 'eventTopicRoutes' | 'topicDestinationRoutes') {
  return function deleteRoute(projectId: string, routeId: string, by: AuditActor = NO_AUDIT_ACTOR): Promise<boolean> {
    return stores.transaction(async (s) => {
      if (!(await s[kind].delete(projectId, routeId))) return false;
      await audit(s.outbox, by, { action: 'route.deleted', projectId, targetId: routeId });
      return true;
    });
  };
}

type TopicUseCaseStores = WithOutbox<TopicStores & { destinations: DestinationStore; quotas: QuotaStore }>;

/** The use cases of topics and of their routes. */
export function makeTopics(deps: UseCaseContext<TopicUseCaseStores> & { audit: WriteAuditEntry<'notifications'> }) {
  const { topics, eventTopicRoutes, topicDestinationRoutes } = deps.stores;
  return {
    listTopics: topics.list,
    createTopic: makeCreateTopic(deps),
    updateTopic: makeUpdateTopic(deps),
    deleteTopic: makeDeleteTopic(deps),
    listEventTopicRoutes: eventTopicRoutes.list,
    createEventTopicRoute: makeCreateEventTopicRoute(deps),
    deleteEventTopicRoute: makeDeleteRoute(deps, 'eventTopicRoutes'),
    listTopicDestinationRoutes: topicDestinationRoutes.list,
    createTopicDestinationRoute: makeCreateTopicDestinationRoute(deps),
    deleteTopicDestinationRoute: makeDeleteRoute(deps, 'topicDestinationRoutes'),
  };
}
