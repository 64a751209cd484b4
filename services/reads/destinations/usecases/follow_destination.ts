import type { DestinationStatus } from '../domain/destination.ts';
import type { Stores } from '../../operations/domain/stores.ts';

type Deps = { stores: Stores; wake: () => void };
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

export type FollowDestination = ReturnType<typeof makeFollowDestination>;
