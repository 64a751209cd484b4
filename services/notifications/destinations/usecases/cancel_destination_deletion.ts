import type { Stores } from '../../domain/stores.ts';

export type CancelDestinationDeletion = ReturnType<typeof makeCancelDestinationDeletion>;

/** Removes the mark of this generation; does nothing when it is gone or another one has followed. */
export function makeCancelDestinationDeletion({ stores }: { stores: Stores }) {
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
