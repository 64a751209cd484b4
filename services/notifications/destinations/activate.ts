import type { Destination, DestinationStores } from './destination.ts';

/** The columns about disabling in the row of an active destination. */
export const NOT_DISABLED = { disabledReason: null, disabledTime: null, nextProbeTime: null, probeStep: 0 } as const;

type Stores = Pick<DestinationStores, 'destinations' | 'closings' | 'releases'>;

/**
 * Begins the release of what is held for a destination whose row was just made active, whoever did that: a change, or a
 * probe that succeeded. Its failures are forgotten. The caller holds the lock of the row, tells others (`addSavedEvent`) and
 * wakes the loops of the queues after the transaction.
 */
export async function activate(s: Stores, { projectId, id }: Pick<Destination, 'projectId' | 'id'>): Promise<void> {
  await s.destinations.saveHealth(projectId, id, { failures: 0, failingSince: null, openUntil: null });
  await s.closings.remove(id);
  await s.releases.put({ destinationId: id, projectId });
}
