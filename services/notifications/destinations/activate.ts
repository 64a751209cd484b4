import type { Destination, DestinationStores } from './destination.ts';

/** The values that the columns about disabling have while a destination is active. */
export const NOT_DISABLED = { disabledReason: null, disabledTime: null, nextProbeTime: null, probeStep: 0 } as const;

type Stores = Pick<DestinationStores, 'destinations' | 'closings' | 'releases'>;

/**
 * Starts the release of the messages that are held for a destination, after a request or a successful probe has set the
 * destination's row to active. Clears the failures. The caller holds the lock of the row, sends the event to other
 * services (`addSavedEvent`), and wakes the queue loops after the transaction.
 */
export async function activate(s: Stores, { projectId, id }: Pick<Destination, 'projectId' | 'id'>): Promise<void> {
  await s.destinations.saveHealth(projectId, id, { failures: 0, failingSince: null, openUntil: null });
  await s.closings.remove(id);
  await s.releases.put({ destinationId: id, projectId });
}
