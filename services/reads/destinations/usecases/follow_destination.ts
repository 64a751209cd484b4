import type { DestinationStatus, DestinationStore } from '../domain/destination.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { InboxStore } from '../../domain/event_stores.ts';

type Stores = { destinations: DestinationStore; inbox: InboxStore };

type Deps = { stores: Transacting<Stores>; wake: () => void };
type Change = { projectId: string; destinationId: string; name: string; status?: DestinationStatus | undefined };

/** Stores an event about a destination. Its objects are updated in batches (walk_destinations.ts). */
export function makeFollowDestination({ stores }: Deps) {
  return async function followDestination(
    eventId: string,
    { projectId, destinationId: id, name, status }: Change,
    eventTime: number,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'notifications'))) return;
      await s.destinations.save({ id, projectId, name, ...(status && { status }), eventTime });
    });
  };
}
