import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../domain/destination.ts';
import type { DestinationNameStore } from '../domain/destination_name.ts';

type Stores = { destinations: DestinationStore; destinationNames: DestinationNameStore };

/** Removes the mark of this generation; does nothing when it is gone or another one has followed. */
export function makeCancelDestinationDeletion({ stores }: { stores: Transacting<Stores> }) {
  return async function cancelDestinationDeletion({
    projectId,
    destinationId,
    generation,
  }: {
    projectId: string;
    destinationId: string;
    generation: number;
  }): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.destinations.lock(projectId, destinationId))) return;
      const mark = await s.destinationNames.mark(projectId, destinationId);
      if (mark.generation === generation)
        await s.destinationNames.setMark(projectId, destinationId, { generation, since: null });
    });
  };
}
