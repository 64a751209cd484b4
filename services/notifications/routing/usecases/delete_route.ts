import { type Audit, type By, NOBODY } from '../../../../lib/audit/audit.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Outbox } from '../../domain/outbox.ts';

type Routes = { delete(projectId: string, id: string): Promise<boolean> };
type Stores = { eventTopicRoutes: Routes; topicDestinationRoutes: Routes; outbox: Outbox };
type Deps = { stores: Transacting<Stores>; audit: Audit<'notifications'> };

/** Deletes a route of one kind. False when it was not there. */
export function makeDeleteRoute({ stores, audit }: Deps, kind: 'eventTopicRoutes' | 'topicDestinationRoutes') {
  return function deleteRoute(projectId: string, routeId: string, by: By = NOBODY): Promise<boolean> {
    return stores.transaction(async (s) => {
      if (!(await s[kind].delete(projectId, routeId))) return false;
      await audit(s.outbox, by, { action: 'route.deleted', projectId, targetId: routeId });
      return true;
    });
  };
}
