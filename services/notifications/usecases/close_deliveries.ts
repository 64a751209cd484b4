import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';
import { settledEvents } from './settled_events.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId };
export type CloseDeliveries = ReturnType<typeof makeCloseDeliveries>;

const CLOSINGS_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 200;

/**
 * Finishes the pending deliveries of disabled and deleted destinations, one batch per transaction, because a queue can
 * have a million rows. The row in `closings` stays until no delivery is pending or running: a running one may become
 * pending again. Returns whether there is more to do at once.
 */
export function makeCloseDeliveries({ stores, clock, newId }: Deps) {
  return async function closeDeliveries(): Promise<boolean> {
    let mayBeMore = false;
    for (const { destinationId } of await stores.closings.list(CLOSINGS_AT_ONCE)) {
      mayBeMore = (await closeBatch({ stores, clock, newId }, destinationId)) || mayBeMore;
    }
    return mayBeMore;
  };
}

async function closeBatch({ stores, clock, newId }: Deps, destinationId: string): Promise<boolean> {
  return stores.transaction(async (s) => {
    const closing = await s.closings.lock(destinationId);
    if (!closing) return false;
    const time = clock.now();
    const settled = await s.deliveries.close(destinationId, closing.finalState, {
      limit: DELIVERIES_AT_ONCE,
      updateTime: time,
    });
    for (const event of settledEvents(settled, 'failed', { newId, time })) await s.outbox.add(event);
    if (settled.length === 0 && !(await s.deliveries.hasOpen(destinationId))) await s.closings.remove(destinationId);
    return settled.length === DELIVERIES_AT_ONCE;
  });
}
