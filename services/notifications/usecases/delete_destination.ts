import { eventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';
import { noDestination } from './get_destination.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; wakeCloser: () => void };
export type DeleteDestination = ReturnType<typeof makeDeleteDestination>;

/**
 * Deletes a destination and its routes. Pending deliveries are cancelled in the background (close_deliveries.ts).
 * Throws notFound.
 */
export function makeDeleteDestination({ stores, clock, newId, wakeCloser }: Deps) {
  return async function deleteDestination({
    projectId,
    idOrName,
  }: {
    projectId: string;
    idOrName: string;
  }): Promise<void> {
    await stores.transaction(async (s) => {
      const destination = await s.destinations.lock(projectId, idOrName);
      if (!destination) throw noDestination();
      const { id, name } = destination;
      const now = clock.now();
      await s.topicDestinationRoutes.deleteOfDestination(projectId, id);
      await s.destinations.delete(projectId, id);
      await s.closings.put({ destinationId: id, projectId, finalState: 'cancelled', createTime: now });
      await s.outbox.add(
        eventOf('destination.deleted', { id: newId(), projectId, time: now, payload: { destinationId: id, name } }),
      );
    });
    wakeCloser();
  };
}
