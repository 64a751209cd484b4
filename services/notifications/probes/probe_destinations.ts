import { BY_CAUSEWAY, type WriteAuditEntry } from '../../../lib/audit/audit.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { type AttemptRules, probeGapMs } from '../attempts/attempt_rules.ts';
import type { OpenDestination } from '../attempts/claim_deliveries.ts';
import { countAttempts, countAttemptsOfRecoveries } from '../attempts/count_attempts.ts';
import type { AttemptOutcome, DeliveryCountStore, DeliverySource, DeliveryStore } from '../deliveries/delivery.ts';
import { settledEvents } from '../deliveries/delivery_events.ts';
import { activate, NOT_DISABLED } from '../destinations/activate.ts';
import type { Destination, DestinationStore, DestinationStores } from '../destinations/destination.ts';
import type { DestinationDrivers } from '../destinations/destination_driver.ts';
import { addSavedEvent } from '../destinations/destination_names.ts';
import type { RecoveryStore } from '../recoveries/recovery.ts';
import type { HeldMessage, ProbeStore } from './probe.ts';

type Stores = { destinations: Pick<DestinationStore, 'lock'>; probes: ProbeStore };
type Deps = UseCaseContext<Stores> & {
  drivers: Pick<DestinationDrivers, 'types'>;
  log: Log;
  rules: Pick<AttemptRules, 'probeGaps'> & ProbeRules;
  /** Finds bodies by source id; omits deleted bodies. Rejects when the bodies cannot be fetched now. */
  bodies: Record<DeliverySource, (sourceIds: string[]) => Promise<Map<string, Uint8Array>>>;
  openDestination: OpenDestination;
  recordProbe: RecordProbe;
};
/**
 * `leaseMs`: how long a claim lasts. `startWithinMs`: the latest start of its attempt, so that the attempt ends before
 * the claim expires.
 */
export type ProbeRules = { leaseMs: number; startWithinMs: number };

/** Max concurrent probes of a process. Each probe waits for a receiver that probably does not respond. */
const MAX_PARALLEL = 8;

/** Probes the destinations that are due; see probe.ts. Returns whether there may be more. */
export function makeProbeDestinations({ stores, drivers, clock, log, rules, ...deps }: Deps) {
  return async function probeDestinations(): Promise<boolean> {
    const due = await stores.probes.listDue(drivers.types, MAX_PARALLEL);
    await Promise.all(due.map(claimAndProbe));
    return due.length === MAX_PARALLEL;
  };

  async function claimAndProbe(due: Destination): Promise<void> {
    const startBy = performance.now() + rules.startWithinMs;
    try {
      const claimed = await stores.probes.claim(due, rules.leaseMs);
      if (claimed) await probe(claimed, startBy);
    } catch (err) {
      // An error for one destination must not stop the probes of the others. The claim of this probe expires, and the
      // probe is repeated.
      log.warn('probe postponed', { err, projectId: due.projectId, destinationId: due.id });
    }
  }

  /** Sends the oldest held message whose body still exists. Older held messages without a body are ended as failed. */
  async function probe(destination: Destination, startBy: number): Promise<void> {
    const deliver = deps.openDestination(destination);
    for (;;) {
      const held = await stores.probes.oldestHeld(destination.projectId, destination.id, clock.now());
      if (!held) return rest(destination);
      const body = await bodyOf(held);
      if (performance.now() > startBy) return;
      const outcome = body ? await deliver(held, body) : bodyDeletedOutcome(clock.now());
      if ((await deps.recordProbe(destination, { delivery: held, outcome })) !== 'another') return;
    }
  }

  async function bodyOf({ source, sourceId }: HeldMessage): Promise<Uint8Array | undefined> {
    return (await deps.bodies[source]([sourceId])).get(sourceId);
  }

  /**
   * Ends a probe without an attempt, because no message is held. The wait before the next probe does not grow, because
   * no probe failed.
   */
  async function rest(claimed: Destination): Promise<void> {
    const { projectId, id, probeStep: step } = claimed;
    await stores.transaction(async (s) => {
      const destination = await s.destinations.lock(projectId, id);
      if (destination && hasClaim(destination, claimed))
        await s.probes.postpone(destination, { delayMs: probeGapMs(rules, step), step });
    });
  }
}

/** The outcome when the body was deleted: its retention has ended, or its installation was deleted. */
function bodyDeletedOutcome(now: number): AttemptOutcome {
  return { result: 'bodyDeleted', status: 0, error: 'gone', startTime: now, endTime: now };
}

type RecordProbeStores = WithOutbox<
  Pick<DestinationStores, 'destinations' | 'destinationNames' | 'closings' | 'releases'> & {
    deliveries: Pick<DeliveryStore, 'addAttempts'>;
    counts: DeliveryCountStore;
    recoveries: Pick<RecoveryStore, 'count'>;
    probes: ProbeStore;
  }
>;
type RecordProbeDeps = UseCaseContext<RecordProbeStores> & {
  log: Log;
  rules: Pick<AttemptRules, 'probeGaps'>;
  drivers: Pick<DestinationDrivers, 'find'>;
  audit: WriteAuditEntry<'notifications'>;
  /** Wakes the delivery workers of all replicas. */
  wake: () => void;
  /** Wakes the loops of this process that hold and release queues. */
  wakeQueues: () => void;
};

type ProbeAttempt = { delivery: HeldMessage; outcome: AttemptOutcome };
/**
 * `another`: the message had no body, so the caller probes with the next message under the same claim. `lost`: the
 * destination was changed meanwhile.
 */
type ProbeOutcome = 'active' | 'failed' | 'gone' | 'another' | 'lost';
type RecordProbe = (claimed: Destination, probed: ProbeAttempt) => Promise<ProbeOutcome>;

/**
 * Records a probe and its consequences in one transaction, like any attempt. When the claim was lost, the result is
 * dropped: the destination was enabled, disabled or deleted meanwhile, and this change has already handled the message.
 * The destination is locked before the message, as in a release.
 */
export function makeRecordProbe(deps: RecordProbeDeps): RecordProbe {
  const { stores, log, wake, wakeQueues } = deps;
  return async function recordProbe(claimed, probed) {
    const recorded = await stores.transaction(async (s) => {
      const destination = await s.destinations.lock(claimed.projectId, claimed.id);
      if (!destination || !hasClaim(destination, claimed)) return 'lost';
      await recordAttempt(s, probed, deps);
      return recordHealth(s, destination, probed.outcome, deps);
    });
    const { result, status, error } = probed.outcome;
    const fields = { projectId: claimed.projectId, destinationId: claimed.id, name: claimed.name, status, error };
    if (recorded === 'active') log.info('destination enabled', fields);
    else if (recorded !== 'lost' && result !== 'bodyDeleted') log.warn('probe failed', fields);
    if (recorded === 'active') {
      wakeQueues();
      wake();
    }
    return recorded;
  };
}

/** Whether a locked destination still has the claim. */
function hasClaim(locked: Destination, { nextProbeTime }: Pick<Destination, 'nextProbeTime'>): boolean {
  const { status, disabledReason } = locked;
  return status === 'disabled' && disabledReason === 'failures' && locked.nextProbeTime === nextProbeTime;
}

/** Does nothing for a message whose hold ended meanwhile, for example because its retention ended. */
async function recordAttempt(
  s: RecordProbeStores,
  { delivery, outcome }: ProbeAttempt,
  { clock, newId }: RecordProbeDeps,
): Promise<void> {
  if (!(await s.probes.lockHeld(delivery))) return;
  const time = clock.now();
  const { result, status, error } = outcome;
  const end = result === 'delivered' ? 'delivered' : result === 'bodyDeleted' ? 'failed' : null;
  // The fence is incremented as in a claim, because delivery, number and fence identify an attempt.
  const attempted = [{ delivery: { ...delivery, fence: delivery.fence + 1 }, outcome }];
  await s.deliveries.addAttempts(attempted);
  const lastError = result === 'delivered' ? null : (error ?? `status ${status}`);
  await s.probes.noteAttempt(delivery, { end, lastError, updateTime: time });
  if (end) for (const event of settledEvents([delivery], end, { newId, time })) await s.outbox.add(event);
  await countAttempts(s, attempted, time);
  await countAttemptsOfRecoveries(s, attempted);
}

async function recordHealth(
  s: RecordProbeStores,
  destination: Destination,
  outcome: AttemptOutcome,
  deps: RecordProbeDeps,
): Promise<ProbeOutcome> {
  const { result, status: lastStatus, error: lastError } = outcome;
  if (result === 'bodyDeleted') return 'another';
  if (result === 'delivered') {
    await enableDestination(s, destination, deps);
    return 'active';
  }
  const { projectId, id, failures, failingSince, openUntil, probeStep } = destination;
  const health = { failures: failures + 1, failingSince: failingSince ?? outcome.endTime, openUntil };
  await s.destinations.saveHealth(projectId, id, { ...health, lastStatus, lastError });
  if (result === 'final') {
    await s.destinations.noteGone(projectId, id);
    return 'gone';
  }
  const step = probeStep + 1;
  await s.probes.postpone(destination, { delayMs: probeGapMs(deps.rules, step), step });
  return 'failed';
}

/**
 * Activates a destination, like a request that sets its status to active. An event and the audit log report it, because
 * no caller requested it.
 */
async function enableDestination(
  s: RecordProbeStores,
  destination: Destination,
  { clock, newId, drivers, audit }: RecordProbeDeps,
): Promise<void> {
  const { projectId, id, name, type } = destination;
  const time = clock.now();
  const change = { status: 'active' as const, ...NOT_DISABLED, updateTime: time };
  await s.destinations.update(projectId, id, change);
  await activate(s, destination);
  await addSavedEvent(s, { ...destination, ...change }, { newId, time });
  const event = drivers.find(type)?.enabledEvent?.(destination, { id: newId(), time });
  if (event) await s.outbox.add(event);
  await audit(s.outbox, BY_CAUSEWAY, { action: 'destination.enabled', projectId, targetId: id, targetName: name });
}
