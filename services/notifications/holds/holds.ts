import { type CausewayEvent, eventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { DeliveryStore } from '../deliveries/delivery.ts';
import { settledEvents } from '../deliveries/delivery_events.ts';
import type { DestinationStores, ReleaseProgress } from '../destinations/destination.ts';
import { groupBy } from '../group_by.ts';
import type { HeldDelivery, HoldStore } from './hold.ts';

/** The events that report to the service `reads` which messages are held or released: one per project and `holdSeq`. */
export function holdChangeEvents(
  held: HeldDelivery[],
  { newId, time }: { newId: NewId; time: number },
): CausewayEvent[] {
  const ofReads = held.filter(({ source }) => source === 'read');
  const groups = groupBy(ofReads, ({ projectId, holdSeq }) => `${projectId}|${holdSeq}`);
  return [...groups.values()].map((messages) => {
    const [{ projectId, holdSeq }] = messages as [HeldDelivery];
    const payload = { messageIds: messages.map(({ id }) => id), isHeld: holdSeq % 2 === 1, seq: holdSeq };
    return eventOf('read.messages.held', { id: newId(), projectId, time, payload });
  });
}

type Stores = WithOutbox<Pick<DestinationStores, 'closings'> & { deliveries: DeliveryStore; holds: HoldStore }>;
type Deps = UseCaseContext<Stores>;

const CLOSINGS_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 200;

/**
 * Holds the pending deliveries of disabled destinations and cancels the pending deliveries of deleted destinations, one
 * batch per transaction, because a queue can have a million rows. The row in `closings` stays until no delivery is
 * pending or running, because a running delivery may become pending again. Returns whether there is more to do at once.
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
    // This is read before the batch below, because a running delivery may become pending or held after the batch.
    const hasOpen = await s.deliveries.hasOpen(destinationId);
    const closed = await (closing.finalState === 'held' ? holdPendingBatch : cancelBatch)(s, destinationId, at, newId);
    if (closed === 0 && !hasOpen) await s.closings.remove(destinationId);
    return closed >= DELIVERIES_AT_ONCE;
  });
}

type LimitAndTime = { limit: number; updateTime: number };

async function holdPendingBatch(s: Stores, destinationId: string, at: LimitAndTime, newId: NewId): Promise<number> {
  const held = await s.holds.holdPending(destinationId, at);
  for (const event of holdChangeEvents(held, { newId, time: at.updateTime })) await s.outbox.add(event);
  return held.length;
}

async function cancelBatch(s: Stores, destinationId: string, at: LimitAndTime, newId: NewId): Promise<number> {
  const pending = await s.deliveries.close(destinationId, 'cancelled', at);
  const held = await s.holds.cancel(destinationId, at);
  const settled = [...pending, ...held];
  const about = { newId, time: at.updateTime, deletedDestinationId: destinationId };
  for (const event of settledEvents(settled, 'failed', about)) await s.outbox.add(event);
  return settled.length;
}

type ExpireHoldsStores = WithOutbox<{ holds: HoldStore }>;
type ExpireHoldsDeps = UseCaseContext<ExpireHoldsStores> & { log: Log; undeliveredRetentionMs: number };

const EXPIRED_AT_ONCE = 200;

/**
 * Ends held messages that are older than the retention of undelivered messages. A message with records becomes
 * undelivered: the service `reads` deletes its body, and later reads its records again. A notification cannot be
 * created again, so it is logged as lost. Returns whether there may be more.
 */
export function makeExpireHolds({ stores, clock, newId, log, undeliveredRetentionMs }: ExpireHoldsDeps) {
  return async function expireHolds(): Promise<boolean> {
    const before = clock.now() - undeliveredRetentionMs;
    if (!(await stores.holds.hasExpired(before))) return false;
    const expired = await stores.transaction(async (s) => {
      const time = clock.now();
      const held = await s.holds.expire(before, { limit: EXPIRED_AT_ONCE, updateTime: time });
      for (const isRefused of [true, false]) {
        const settled = held.filter((one) => one.isRefused === isRefused);
        for (const event of settledEvents(settled, 'failed', { newId, time, isRefused })) await s.outbox.add(event);
      }
      return held;
    });
    const missed = expired.filter(({ isDelivered }) => !isDelivered);
    metrics.undelivered.inc(missed.length);
    for (const [source, held] of groupBy(missed, ({ source: one }) => one)) warnOfExpired(log, source, held);
    return expired.length === EXPIRED_AT_ONCE;
  };
}

function warnOfExpired(log: Log, source: HeldDelivery['source'], held: HeldDelivery[]): void {
  const msg = source === 'notification' ? 'notifications lost' : 'messages undelivered';
  for (const group of groupBy(held, ({ destinationId }) => destinationId).values()) {
    const [{ projectId, destinationId }] = group as [HeldDelivery];
    log.warn(msg, { projectId, destinationId, ids: group.map(({ id }) => id) });
  }
}

type ReleaseHoldsStores = WithOutbox<
  Pick<DestinationStores, 'destinations' | 'releases'> & {
    deliveries: DeliveryStore;
    holds: HoldStore;
  }
>;
type ReleaseHoldsDeps = UseCaseContext<ReleaseHoldsStores> & { wake: () => void };

const RELEASES_AT_ONCE = 20;

/**
 * Releases the held deliveries of destinations that are active again or changed. Deliveries that wait for a later
 * attempt become due at once. Each transaction handles one batch, because a queue can have a million rows. The row in
 * `releases` stays until no message is held any more. Meanwhile new messages of the destination are held too, so that
 * they do not overtake older messages. The destination is locked, as in every transaction that holds a message. Returns
 * whether there is more to do at once.
 */
export function makeReleaseHolds(deps: ReleaseHoldsDeps) {
  return async function releaseHolds(): Promise<boolean> {
    let mayBeMore = false;
    for (const release of await deps.stores.releases.list(RELEASES_AT_ONCE)) {
      mayBeMore = (await releaseBatch(deps, release)) || mayBeMore;
    }
    return mayBeMore;
  };
}

async function releaseBatch(
  { stores, clock, newId, wake }: ReleaseHoldsDeps,
  { projectId, destinationId }: ReleaseProgress,
) {
  const released = await stores.transaction(async (s) => {
    const destination = await s.destinations.lock(projectId, destinationId);
    const release = await s.releases.lock(destinationId);
    if (!release) return 0;
    if (destination?.status !== 'active') return s.releases.remove(destinationId).then(() => 0);
    const time = clock.now();
    const options = { name: destination.name, limit: DELIVERIES_AT_ONCE, updateTime: time };
    const hurried = await s.deliveries.makeDue(destinationId, options);
    const held = await s.holds.release(release, options);
    for (const event of holdChangeEvents(held, { newId, time })) await s.outbox.add(event);
    if (Math.max(held.length, hurried) < DELIVERIES_AT_ONCE) await s.releases.remove(destinationId);
    else await s.releases.update(destinationId, release.dueTime + held.length);
    return Math.max(held.length, hurried);
  });
  if (released > 0) wake();
  return released === DELIVERIES_AT_ONCE;
}
