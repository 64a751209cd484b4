import type { Outbox } from '../../domain/outbox.ts';
import { type Audit, type By, NOBODY } from '../../../../lib/audit/audit.ts';
import { builderEventTypes } from '../../../../lib/events/catalog.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { EventTopicRoute, EventTopicRouteStore } from '../domain/route.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { TopicStore } from '../domain/topic.ts';
import type { QuotaStore } from '../../domain/quota.ts';

type Stores = { topics: TopicStore; eventTopicRoutes: EventTopicRouteStore; quotas: QuotaStore; outbox: Outbox };
type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; audit: Audit<'notifications'> };
type Request = { projectId: string; eventType: string; topicId: string };

/** Throws invalidArgument (event type), unprocessable (no such topic) and alreadyExists. */
export function makeCreateEventTopicRoute({ stores, clock, newId, audit }: Deps) {
  return async function createEventTopicRoute(
    { projectId, eventType, topicId }: Request,
    by: By = NOBODY,
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
