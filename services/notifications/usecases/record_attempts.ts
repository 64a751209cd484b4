import { eventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { decide, healthAfter, type AttemptRules } from '../domain/attempt_rules.ts';
import type { Attempted, HeldDelivery } from '../domain/delivery.ts';
import type { Destination } from '../domain/destination.ts';
import type { Held } from '../domain/hold.ts';
import { groupBy } from '../domain/group_by.ts';
import type { Stores } from '../domain/stores.ts';
import { tellSaved } from './destination_saved.ts';
import { heldEvents } from './held_events.ts';
import { settledEvents } from './settled_events.ts';

type Deps = {
  stores: Stores;
  clock: Clock;
  newId: NewId;
  log: Log;
  rules: AttemptRules;
  random: () => number;
  wakeCloser: () => void;
};

/** `retryDelays`: ms until the next attempts. `lost`: number of results whose lease was lost. */
export type Recorded = { retryDelays: number[]; lost: number };
export type RecordAttempts = ReturnType<typeof makeRecordAttempts>;

/**
 * Records the results of attempts and their consequences in one transaction: attempts, deliveries, the health of the
 * destinations, and events. Results of a lost lease are dropped: the current holder sends the message again, with the
 * same id.
 */
export function makeRecordAttempts(deps: Deps) {
  return async function recordAttempts(attempted: Attempted[]): Promise<Recorded> {
    const disabled: Destination[] = [];
    const recorded = await deps.stores.transaction(async (s) => {
      disabled.length = 0;
      const held = new Set(await s.deliveries.stillHeld(attempted.map(({ delivery }) => delivery)));
      const mine = attempted.filter(({ delivery }) => held.has(delivery));
      if (mine.length === 0) return { retryDelays: [], lost: attempted.length };
      await s.deliveries.addAttempts(mine);
      // First, because whoever releases held deliveries locks the destination before them.
      for (const results of groupBy(mine, ({ delivery }) => delivery.destinationId).values()) {
        const destination = await writeHealth(s, results, deps);
        if (destination) disabled.push(destination);
      }
      const retryDelays = await writeNext(s, mine, deps);
      return { retryDelays, lost: attempted.length - mine.length };
    });
    for (const { id, projectId, name } of disabled)
      deps.log.warn('destination disabled', { projectId, destinationId: id, name });
    if (disabled.length > 0) deps.wakeCloser();
    return recorded;
  };
}

async function writeNext(s: Stores, attempted: Attempted[], { clock, newId, rules, random }: Deps): Promise<number[]> {
  const time = clock.now();
  const retryDelays: number[] = [];
  const final = { delivered: [] as Attempted[], failed: [] as Attempted[] };
  const held = { refused: [] as Attempted[], disabling: [] as Attempted[] };
  for (const one of attempted) {
    const decision = decide(one.outcome, one.delivery.attempt + 1, rules, random());
    if (decision.next === 'held') held[decision.isRefused ? 'refused' : 'disabling'].push(one);
    else if (decision.next !== 'retry') final[decision.next].push(one);
    else {
      retryDelays.push(decision.delayMs);
      await s.deliveries.retry(one.delivery, { ...written(one), delayMs: decision.delayMs, updateTime: time });
    }
  }
  for (const state of ['delivered', 'failed'] as const) {
    await finishAll(s, final[state], state, time);
    for (const event of settledEvents(
      final[state].map(({ delivery }) => delivery),
      state,
      { newId, time },
    ))
      await s.outbox.add(event);
  }
  for (const reason of ['refused', 'disabling'] as const) {
    const all = await holdAll(s, held[reason], { isRefused: reason === 'refused', updateTime: time });
    for (const event of heldEvents(all, { newId, time })) await s.outbox.add(event);
  }
  return retryDelays;
}

async function holdAll(
  s: Stores,
  attempted: Attempted[],
  change: { isRefused: boolean; updateTime: number },
): Promise<Held[]> {
  const held: Held[] = [];
  for (const group of groupBy(attempted, (one) => JSON.stringify(written(one))).values()) {
    const deliveries = group.map(({ delivery }) => delivery);
    held.push(...(await s.holds.holdLeased(deliveries, { ...written(group[0] as Attempted), ...change })));
  }
  return held;
}

/** Deliveries with equal outcomes share a statement; usually that is all of them. */
async function finishAll(
  s: Stores,
  attempted: Attempted[],
  state: 'delivered' | 'failed',
  updateTime: number,
): Promise<void> {
  const alike = groupBy(attempted, (one) => JSON.stringify(written(one)));
  for (const group of alike.values()) {
    const change = { ...written(group[0] as Attempted), updateTime };
    await s.deliveries.finish(
      group.map(({ delivery }) => delivery),
      state,
      change,
    );
  }
}

function written({ delivery, outcome: { status, error } }: Attempted): { attempt: number; lastError: string | null } {
  const isFine = status >= 200 && status < 300;
  return { attempt: delivery.attempt + 1, lastError: isFine ? null : (error ?? `status ${status}`) };
}

/** Returns the destination if this call disabled it. Only then the event is sent and its queue closed. */
async function writeHealth(s: Stores, results: Attempted[], deps: Deps): Promise<Destination | undefined> {
  const { projectId, destinationId } = (results[0] as Attempted).delivery as HeldDelivery;
  const outcomes = results.map(({ outcome }) => outcome).filter(({ error }) => error !== 'gone');
  if (outcomes.length === 0) return undefined;
  if (outcomes.every(({ status }) => status >= 200 && status < 300)) {
    await s.destinations.heal(projectId, destinationId);
    return undefined;
  }
  const destination = await s.destinations.lock(projectId, destinationId);
  if (!destination) return undefined;
  const { disable, ...health } = healthAfter(destination, outcomes, await s.now(), deps.rules);
  await s.destinations.saveHealth(projectId, destinationId, health);
  return disable && (await disableOnce(s, destination, deps)) ? destination : undefined;
}

async function disableOnce(s: Stores, destination: Destination, { clock, newId }: Deps): Promise<boolean> {
  const { projectId, id, name, metadata } = destination;
  const now = clock.now();
  if (!(await s.destinations.disable(projectId, id, now))) return false;
  await s.closings.put({ destinationId: id, projectId, finalState: 'held', createTime: now });
  await s.releases.remove(id);
  await tellSaved(s, { ...destination, status: 'disabled' }, { newId, time: now });
  const payload = { projectId, destinationId: id, destinationName: name, url: metadata.url };
  await s.outbox.add(eventOf('destination.webhook.disabled', { id: newId(), projectId, time: now, payload }));
  return true;
}
