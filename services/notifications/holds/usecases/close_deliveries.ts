import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { heldEvents } from './held_events.ts';
import { settledEvents } from '../../deliveries/usecases/settled_events.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DeliveryStore } from '../../deliveries/domain/delivery.ts';
import type { ClosingStore } from '../../destinations/domain/closing.ts';
import type { HoldStore } from '../domain/hold.ts';
import type { Outbox } from '../../domain/outbox.ts';

type Stores = { deliveries: DeliveryStore; closings: ClosingStore; holds: HoldStore; outbox: Outbox };
type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId };

const CLOSINGS_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 200;

/**
 * Holds the pending deliveries of disabled destinations and cancels those of deleted ones, one batch per transaction,
 * because a queue can have a million rows. The row in `closings` stays until no delivery is pending or running: a running one may become
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
    const at = { limit: DELIVERIES_AT_ONCE, updateTime: clock.now() };
    // First, because a running delivery may become pending or held again after the batch below.
    const hasOpen = await s.deliveries.hasOpen(destinationId);
    const closed = await (closing.finalState === 'held' ? hold : cancel)(s, destinationId, at, newId);
    if (closed === 0 && !hasOpen) await s.closings.remove(destinationId);
    return closed >= DELIVERIES_AT_ONCE;
  });
}

type At = { limit: number; updateTime: number };

async function hold(s: Stores, destinationId: string, at: At, newId: NewId): Promise<number> {
  const held = await s.holds.holdPending(destinationId, at);
  for (const event of heldEvents(held, { newId, time: at.updateTime })) await s.outbox.add(event);
  return held.length;
}

async function cancel(s: Stores, destinationId: string, at: At, newId: NewId): Promise<number> {
  const pending = await s.deliveries.close(destinationId, 'cancelled', at);
  const held = await s.holds.cancel(destinationId, at);
  const settled = [...pending, ...held];
  for (const event of settledEvents(settled, 'failed', { newId, time: at.updateTime })) await s.outbox.add(event);
  return settled.length;
}
