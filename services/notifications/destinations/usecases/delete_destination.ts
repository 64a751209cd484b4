import { type Audit, type By, NOBODY } from '../../../../lib/audit/audit.ts';
import { eventOf } from '../../../../lib/events/event.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { isMarked, type DestinationNameStore } from '../domain/destination_name.ts';
import { noDestination } from './get_destination.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore, RoutesOfDestination } from '../domain/destination.ts';
import type { ClosingStore } from '../domain/closing.ts';
import type { Outbox } from '../../domain/outbox.ts';

type Stores = {
  destinations: DestinationStore;
  destinationNames: DestinationNameStore;
  topicDestinationRoutes: RoutesOfDestination;
  closings: ClosingStore;
  outbox: Outbox;
  now(): Promise<number>;
};
type Deps = {
  stores: Transacting<Stores>;
  clock: Clock;
  newId: NewId;
  wakeQueues: () => void;
  audit: Audit<'notifications'>;
};

/**
 * Deletes a destination with its routes and former names. Pending deliveries are cancelled in the background
 * (close_deliveries.ts). With a generation, only while the mark of that generation lasts; a gateway of 0.1.0 sends none
 * (start_destination_deletion.ts). Throws notFound and conflict.
 */
export function makeDeleteDestination({ stores, clock, newId, wakeQueues, audit }: Deps) {
  return async function deleteDestination(
    { projectId, idOrName, generation = 0 }: { projectId: string; idOrName: string; generation?: number },
    by: By = NOBODY,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const destination = await s.destinations.lock(projectId, idOrName);
      if (!destination) throw noDestination();
      const { id, name } = destination;
      if (generation > 0) await checkMark(s, { projectId, id, generation });
      const now = clock.now();
      await s.destinationNames.removeFormerOf(projectId, id);
      await s.topicDestinationRoutes.deleteOfDestination(projectId, id);
      await s.destinations.delete(projectId, id);
      await s.closings.put({ destinationId: id, projectId, finalState: 'cancelled', createTime: now });
      await s.outbox.add(
        eventOf('destination.deleted', { id: newId(), projectId, time: now, payload: { destinationId: id, name } }),
      );
      await audit(s.outbox, by, { action: 'destination.deleted', projectId, targetId: id, targetName: name });
    });
    wakeQueues();
  };
}

async function checkMark(
  s: Stores,
  { projectId, id, generation }: { projectId: string; id: string; generation: number },
): Promise<void> {
  const mark = await s.destinationNames.mark(projectId, id);
  if (mark.generation === generation && isMarked(mark, await s.now())) return;
  throw new Problem(
    'conflict',
    'Another request changed this destination at the same time; it was not deleted. Try again.',
    {
      retryable: true,
    },
  );
}
