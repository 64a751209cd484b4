import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';
import { settledEvents } from './settled_events.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId };
export type CloseDeliveries = ReturnType<typeof makeCloseDeliveries>;

const CLOSINGS_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 200;

/**
 * Finishes what waits for destinations that are disabled or deleted, a batch a transaction: a queue of a million rows
 * must not become one statement. A destination's `closings` row stays until nothing waits and nothing is under way
 * either, because what is under way may come back to wait. Answers whether there is more to do at once.
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
