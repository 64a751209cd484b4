import type { CausewayEvent } from '../../../lib/events/event.ts';
import type { Log } from '../../../lib/log/log.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { AttemptedDelivery, AttemptOutcome, DeliveryCountStore, DeliveryStore } from '../deliveries/delivery.ts';
import { type DelayedEvents, makeDelayedEvents, settledEvents } from '../deliveries/delivery_events.ts';
import type { Destination, DestinationStores, DisabledReason } from '../destinations/destination.ts';
import type { DestinationDrivers } from '../destinations/destination_driver.ts';
import { shownError } from '../destinations/destination_health.ts';
import { addSavedEvent } from '../destinations/destination_names.ts';
import { groupBy } from '../group_by.ts';
import type { HeldDelivery, HoldStore } from '../holds/hold.ts';
import { holdChangeEvents } from '../holds/holds.ts';
import type { Recovery, RecoveryStore } from '../recoveries/recovery.ts';
import { type AttemptRules, decideNextStep, healthAfter, probeGapMs } from './attempt_rules.ts';
import { countAttempts, countAttemptsOfRecoveries } from './count_attempts.ts';
import { type HealthChange, makeWarnOfFailures } from './warn_of_failures.ts';

type Stores = WithOutbox<
  Pick<DestinationStores, 'destinations' | 'destinationNames' | 'closings' | 'releases'> & {
    deliveries: DeliveryStore;
    counts: DeliveryCountStore;
    holds: HoldStore;
    recoveries: Pick<RecoveryStore, 'count' | 'findNewest'>;
    now(): Promise<number>;
  }
>;
type Deps = UseCaseContext<Stores> & {
  log: Log;
  rules: AttemptRules;
  drivers: DestinationDrivers;
  random: () => number;
  wakeQueues: () => void;
};

/** `retryDelays`: the delays of the next attempts, ms. `lost`: the number of results whose lease was lost. */
type RecordedAttempts = { retryDelays: number[]; lost: number };

/**
 * Records the results of attempts and their consequences in one transaction: attempts, deliveries, the health of the
 * destinations, and events. Results of a lost lease are dropped: the current holder of the lease sends the message
 * again, with the same id. A failed attempt may have begun before its destination was changed or a recovery ran. Then
 * the failure does not count against the destination, and the message is due at once.
 */
export function makeRecordAttempts(deps: Deps) {
  const warnOfFailures = makeWarnOfFailures(deps);
  const delayedEvents = makeDelayedEvents(deps);
  return async function recordAttempts(attempted: AttemptedDelivery[]): Promise<RecordedAttempts> {
    const judged: HealthChange[] = [];
    const delayed: CausewayEvent[] = [];
    const recorded = await deps.stores.transaction(async (s) => {
      judged.length = delayed.length = 0;
      const held = new Set(await s.deliveries.stillClaimed(attempted.map(({ delivery }) => delivery)));
      const mine = attempted.filter(({ delivery }) => held.has(delivery));
      if (mine.length === 0) return { retryDelays: [], lost: attempted.length };
      await s.deliveries.addAttempts(mine);
      // The destination is locked before its deliveries, in the same order as a release locks them.
      const outdated = new Map<AttemptedDelivery, Recovery | undefined>();
      for (const all of groupBy(mine, ({ delivery }) => delivery.destinationId).values()) {
        const destination = await lockIfFailed(s, all);
        const recovered = await findRecoveredMeanwhile(s, destination, all.filter(isFailure));
        for (const one of all)
          if (recovered.has(one) || isOutdated(one, destination)) outdated.set(one, recovered.get(one));
        const results = all.filter((one) => !outdated.has(one));
        const one = await writeHealth(s, results, destination, deps);
        if (!one) continue;
        judged.push(one);
        delayed.push(...(one.isDisabled ? [] : delayedEventsOf(one, results, delayedEvents, deps.clock.now())));
      }
      const retryDelays = await writeNextSteps(s, mine, outdated, deps);
      for (const event of delayed) await s.outbox.add(event);
      await countAttempts(s, mine, deps.clock.now());
      await countAttemptsOfRecoveries(s, mine, releasedAttempts(outdated));
      return { retryDelays, lost: attempted.length - mine.length };
    });
    metrics.retries.inc({ service: 'notifications' }, recorded.retryDelays.length);
    for (const one of judged) warnOfFailures(one);
    delayedEvents.commit(delayed);
    if (judged.some(({ isDisabled }) => isDisabled)) deps.wakeQueues();
    return recorded;
  };
}

/**
 * Locks the destination of these attempts if one of them failed, because only a failure changes the destination's row
 * under the lock. All attempts have the same destination.
 */
async function lockIfFailed(s: Stores, results: AttemptedDelivery[]): Promise<Destination | undefined> {
  if (!results.some(isFailure)) return undefined;
  const { projectId, destinationId } = (results[0] as AttemptedDelivery).delivery;
  return s.destinations.lock(projectId, destinationId);
}

function isFailure({ outcome: { result } }: AttemptedDelivery): boolean {
  return result === 'retryable' || result === 'final';
}

/**
 * Whether a failed attempt had begun before its destination was last changed. Its failure then says nothing about the
 * changed destination.
 */
function isOutdated(one: AttemptedDelivery, destination: Destination | undefined): boolean {
  if (destination?.status !== 'active' || !isFailure(one)) return false;
  return destination.updateTime !== null && one.outcome.startTime < destination.updateTime;
}

function releasedAttempts(
  outdated: ReadonlyMap<AttemptedDelivery, Recovery | undefined>,
): Map<AttemptedDelivery, Recovery> {
  return new Map([...outdated].flatMap(([one, recovery]) => (recovery ? [[one, recovery]] : [])));
}

async function writeNextSteps(
  s: Stores,
  attempted: AttemptedDelivery[],
  outdated: ReadonlyMap<AttemptedDelivery, Recovery | undefined>,
  { clock, newId, rules, random }: Deps,
): Promise<number[]> {
  const time = clock.now();
  const retryDelays: number[] = [];
  const final = { delivered: [] as AttemptedDelivery[], failed: [] as AttemptedDelivery[] };
  const held = { refused: [] as AttemptedDelivery[], disabling: [] as AttemptedDelivery[] };
  for (const [one, recovery] of outdated) {
    retryDelays.push(0);
    const reset = { ...attemptAndError(one), attempt: 0, delayMs: 0, updateTime: time };
    await s.deliveries.retry(one.delivery, { ...reset, ...(recovery && { recoveryId: recovery.id }) });
  }
  for (const one of attempted.filter((each) => !outdated.has(each))) {
    const decision = decideNextStep(one.outcome, one.delivery.attempt + 1, rules, random());
    if (decision.next === 'held') held[decision.isRefused ? 'refused' : 'disabling'].push(one);
    else if (decision.next !== 'retry') final[decision.next].push(one);
    else {
      retryDelays.push(decision.delayMs);
      await s.deliveries.retry(one.delivery, { ...attemptAndError(one), delayMs: decision.delayMs, updateTime: time });
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
    for (const event of holdChangeEvents(all, { newId, time })) await s.outbox.add(event);
  }
  return retryDelays;
}

async function holdAll(
  s: Stores,
  attempted: AttemptedDelivery[],
  change: { isRefused: boolean; updateTime: number },
): Promise<HeldDelivery[]> {
  const held: HeldDelivery[] = [];
  for (const group of groupBy(attempted, (one) => JSON.stringify(attemptAndError(one))).values()) {
    const deliveries = group.map(({ delivery }) => delivery);
    held.push(
      ...(await s.holds.holdLeased(deliveries, { ...attemptAndError(group[0] as AttemptedDelivery), ...change })),
    );
  }
  return held;
}

/**
 * Finishes deliveries. Deliveries with the same attempt count and error share one statement, because usually all of
 * them have both in common.
 */
async function finishAll(
  s: Stores,
  attempted: AttemptedDelivery[],
  state: 'delivered' | 'failed',
  updateTime: number,
): Promise<void> {
  const alike = groupBy(attempted, (one) => JSON.stringify(attemptAndError(one)));
  for (const group of alike.values()) {
    const change = { ...attemptAndError(group[0] as AttemptedDelivery), updateTime };
    await s.deliveries.finish(
      group.map(({ delivery }) => delivery),
      state,
      change,
    );
  }
}

function attemptAndError({ delivery, outcome }: AttemptedDelivery): { attempt: number; lastError: string | null } {
  const { result, status, error } = outcome;
  return { attempt: delivery.attempt + 1, lastError: result === 'delivered' ? null : (error ?? `status ${status}`) };
}

/**
 * Writes the health of a destination. Returns undefined when no attempt failed. `isDisabled`: this call disabled the
 * destination; only then the event is sent and the queue is closed.
 */
async function writeHealth(
  s: Stores,
  results: AttemptedDelivery[],
  destination: Destination | undefined,
  deps: Deps,
): Promise<HealthChange | undefined> {
  const outcomes = results.map(({ outcome }) => outcome).filter(({ result }) => result !== 'bodyDeleted');
  if (outcomes.length === 0) return undefined;
  const { projectId, destinationId } = (results[0] as AttemptedDelivery).delivery;
  if (outcomes.every(({ result }) => result === 'delivered')) {
    await s.destinations.clearFailures(projectId, destinationId);
    return undefined;
  }
  if (!destination) return undefined;
  const { disable, ...health } = healthAfter(destination, outcomes, await s.now(), deps.rules);
  const failure = outcomes.findLast(({ result }) => result !== 'delivered') as AttemptOutcome;
  const last = { lastStatus: failure.status, lastError: failure.error };
  await s.destinations.saveHealth(projectId, destinationId, { ...health, ...last });
  const reason = outcomes.some(({ result }) => result === 'final') ? 'gone' : 'failures';
  const isDisabled = disable && (await disableDestination(s, destination, reason, deps));
  return {
    destination,
    after: health,
    isDisabled,
    failure,
  };
}

function delayedEventsOf(
  { destination, failure: { status, error } }: HealthChange,
  results: AttemptedDelivery[],
  delayedEvents: DelayedEvents,
  time: number,
): CausewayEvent[] {
  const failed = results.filter(({ outcome: { result } }) => result === 'retryable' || result === 'final');
  const operationIds = failed.map(({ delivery }) => delivery.operationId);
  return delayedEvents.of(destination, { operationIds, error: shownError(error) || `status ${status}` }, time);
}

async function disableDestination(
  s: Stores,
  destination: Destination,
  reason: DisabledReason,
  { drivers, clock, newId, rules }: Deps,
): Promise<boolean> {
  const { projectId, id, type } = destination;
  const now = clock.now();
  const disabling = { reason, updateTime: now, probeAfterMs: reason === 'failures' ? probeGapMs(rules, 0) : null };
  if (!(await s.destinations.disable(projectId, id, disabling))) {
    // The attempt was running when failures disabled the destination. The receiver has now answered 410, so no probes
    // are sent.
    if (reason === 'gone') await s.destinations.noteGone(projectId, id);
    return false;
  }
  await s.closings.put({ destinationId: id, projectId, finalState: 'held', createTime: now });
  await s.releases.remove(id);
  await addSavedEvent(s, { ...destination, status: 'disabled' }, { newId, time: now });
  const event = drivers.find(type)?.disabledEvent?.(destination, { id: newId(), time: now });
  if (event) await s.outbox.add(event);
  return true;
}

type RecoveredStores = { recoveries: Pick<RecoveryStore, 'findNewest'> };

/**
 * Finds the failed attempts that were in progress while a recovery skipped their messages. The recovery could not
 * release these messages, because a worker held them. So the end of the attempt releases them: the message is due
 * immediately, with its attempt count reset. Otherwise a failed last attempt would hold a message that the recovery
 * promised to send again. This applies to each attempt whose message was claimed before the recovery ended, unless the
 * recovery itself had already released the message. The caller holds the lock of the destination, as the recovery does
 * for each batch.
 *
 * @param failed attempts of one destination. @returns the recovery for each of these attempts.
 */
async function findRecoveredMeanwhile(
  { recoveries }: RecoveredStores,
  destination: Destination | undefined,
  failed: readonly AttemptedDelivery[],
): Promise<Map<AttemptedDelivery, Recovery>> {
  if (destination?.status !== 'active' || failed.length === 0) return new Map();
  const recovery = await recoveries.findNewest(destination.projectId, destination.id);
  if (!recovery || recovery.state === 'cancelled') return new Map();
  return new Map(failed.filter((one) => wasSkipped(one, recovery)).map((one) => [one, recovery]));
}

function wasSkipped({ delivery }: AttemptedDelivery, { id, since, until, endTime }: Recovery): boolean {
  const { createTime, claimTime, recoveryId } = delivery;
  if (recoveryId === id || createTime < since || createTime >= until) return false;
  return claimTime <= (endTime ?? Infinity);
}
