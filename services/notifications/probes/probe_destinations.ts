import type { Log } from '../../../lib/log/log.ts';
import type { Given } from '../../../lib/use_case/given.ts';
import { type AttemptRules, probeGap } from '../attempts/attempt_rules.ts';
import type { OpenDestination } from '../attempts/claim_deliveries.ts';
import type { DeliverySource, Outcome } from '../deliveries/delivery.ts';
import type { Destination, DestinationStore } from '../destinations/destination.ts';
import type { DestinationDrivers } from '../destinations/destination_driver.ts';
import type { HeldMessage, ProbeStore } from './probe.ts';
import { isClaim, type RecordProbe } from './record_probe.ts';

type Stores = { destinations: Pick<DestinationStore, 'lock'>; probes: ProbeStore };
type Deps = Given<Stores> & {
  drivers: Pick<DestinationDrivers, 'types'>;
  log: Log;
  rules: Pick<AttemptRules, 'probeGaps'> & ProbeRules;
  /** By source id, without deleted ones. Rejects when they cannot be fetched now. */
  bodies: Record<DeliverySource, (sourceIds: string[]) => Promise<Map<string, Uint8Array>>>;
  openDestination: OpenDestination;
  recordProbe: RecordProbe;
};
/** `leaseMs`: how long a claim lasts; `startWithinMs`: the latest start of its attempt, so that it ends before. */
export type ProbeRules = { leaseMs: number; startWithinMs: number };

/** Max probes at the same time in a process: each waits for a receiver that probably hangs. */
const AT_ONCE = 8;

/** Probes the destinations that are due; see probe.ts. Returns whether there may be more. */
export function makeProbeDestinations({ stores, drivers, clock, log, rules, ...deps }: Deps) {
  return async function probeDestinations(): Promise<boolean> {
    const due = await stores.probes.listDue(drivers.types, AT_ONCE);
    await Promise.all(due.map(claimAndProbe));
    return due.length === AT_ONCE;
  };

  async function claimAndProbe(due: Destination): Promise<void> {
    const startBy = performance.now() + rules.startWithinMs;
    try {
      const claimed = await stores.probes.claim(due, rules.leaseMs);
      if (claimed) await probe(claimed, startBy);
    } catch (err) {
      // The claim expires, and the probe is made again. One destination must not stop the probes of others.
      log.warn('probe postponed', { err, projectId: due.projectId, destinationId: due.id });
    }
  }

  /** Ends messages whose bodies were deleted on its way to the first that can be sent. */
  async function probe(destination: Destination, startBy: number): Promise<void> {
    const deliver = deps.openDestination(destination);
    for (;;) {
      const held = await stores.probes.oldestHeld(destination.projectId, destination.id, clock.now());
      if (!held) return rest(destination);
      const body = await bodyOf(held);
      if (performance.now() > startBy) return;
      const outcome = body ? await deliver(held, body) : bodyDeleted(clock.now());
      if ((await deps.recordProbe(destination, { delivery: held, outcome })) !== 'another') return;
    }
  }

  async function bodyOf({ source, sourceId }: HeldMessage): Promise<Uint8Array | undefined> {
    return (await deps.bodies[source]([sourceId])).get(sourceId);
  }

  /** Ends a probe without an attempt, because no message is held. No probe failed, so the gap until the next one does not grow. */
  async function rest(claimed: Destination): Promise<void> {
    const { projectId, id, probeStep: step } = claimed;
    await stores.transaction(async (s) => {
      const destination = await s.destinations.lock(projectId, id);
      if (destination && isClaim(destination, claimed))
        await s.probes.postpone(destination, { delayMs: probeGap(rules, step), step });
    });
  }
}

/** Its retention has ended, or its installation was deleted. */
function bodyDeleted(now: number): Outcome {
  return { result: 'bodyDeleted', status: 0, error: 'gone', startTime: now, endTime: now };
}
