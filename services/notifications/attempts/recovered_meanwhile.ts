import type { Attempted } from '../deliveries/delivery.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Recovery, RecoveryStore } from '../recoveries/recovery.ts';

type Stores = { recoveries: Pick<RecoveryStore, 'findNewest'> };

/**
 * The failed attempts that were in progress while a recovery passed their messages. The recovery could not release these
 * messages, because a worker held them, so the end of the attempt does: the message is due immediately, with its attempt
 * count reset. Otherwise a failed last attempt would hold a message that the recovery promised to send again. This applies
 * to each attempt whose message was claimed before the recovery ended, except where the recovery released it itself. The
 * caller holds the lock of the destination, as the recovery does for each batch.
 *
 * @param failed attempts of one destination. @returns the recovery of each.
 */
export async function recoveredMeanwhile(
  { recoveries }: Stores,
  destination: Destination | undefined,
  failed: readonly Attempted[],
): Promise<Map<Attempted, Recovery>> {
  if (destination?.status !== 'active' || failed.length === 0) return new Map();
  const recovery = await recoveries.findNewest(destination.projectId, destination.id);
  if (!recovery || recovery.state === 'cancelled') return new Map();
  return new Map(failed.filter((one) => wasPassedOver(one, recovery)).map((one) => [one, recovery]));
}

function wasPassedOver({ delivery }: Attempted, { id, since, until, endTime }: Recovery): boolean {
  const { createTime, claimTime, recoveryId } = delivery;
  if (recoveryId === id || createTime < since || createTime >= until) return false;
  return claimTime <= (endTime ?? Infinity);
}
