import type { Outbox } from '../../domain/outbox.ts';
import { type Audit, type By, NOBODY } from '../../../../lib/audit/audit.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { TopicDestinationRoute, TopicDestinationRouteStore } from '../domain/route.ts';
import { noDestination } from '../../destinations/usecases/get_destination.ts';
import { noTopic } from './update_topic.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { TopicStore } from '../domain/topic.ts';
import type { QuotaStore } from '../../domain/quota.ts';

type Stores = {
  destinations: DestinationStore;
  topics: TopicStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
  quotas: QuotaStore;
  outbox: Outbox;
};
type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; audit: Audit<'notifications'> };
type Request = { projectId: string; topicId: string; destinationId: string };

/** Throws notFound (topic or destination) and alreadyExists. */
export function makeCreateTopicDestinationRoute({ stores, clock, newId, audit }: Deps) {
  return async function createTopicDestinationRoute(
    { projectId, topicId, destinationId }: Request,
    by: By = NOBODY,
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
