import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { ClockAndIds, UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { AttemptOutcome, ClaimedDelivery, DeliveryStore } from '../deliveries/delivery.ts';
import type { Destination } from '../destinations/destination.ts';
import type {
  DeliveryResult,
  DeliveryTarget,
  DestinationDriver,
  DestinationDrivers,
  DestinationMessage,
} from '../destinations/destination_driver.ts';
import { signingSecrets } from '../destinations/destinations.ts';
import { openMetadata } from '../destinations/seal_metadata.ts';

type Stores = { deliveries: DeliveryStore };
type Deps = UseCaseContext<Stores> & { drivers: Pick<DestinationDrivers, 'types'>; rules: ClaimRules };

/** Leased deliveries of one destination. */
export type DestinationLane = { destination: Destination; deliveries: ClaimedDelivery[] };
/** `afterId`: where the next claim begins; see `ClaimRoom`. */
type Claim = { lanes: DestinationLane[]; afterId: string };
type ClaimRoom = {
  /** Free slots, over all destinations. */
  free: number;
  /** Running deliveries by destination. */
  inFlight: ReadonlyMap<string, number>;
  /**
   * The last destination that the claim before had room for. This claim begins with the destination after it in id
   * order (round-robin). '' if that claim had room for all: from the first destination on, one query is enough.
   */
  afterId: string;
};
/**
 * `perDestination`: max running deliveries of a destination. `suspectAfter`: the number of failures in a row after
 * which a destination gets one delivery at a time. `breakerOpenMs`: how long a claimed probe keeps the circuit breaker
 * open.
 */
export type ClaimRules = { leaseMs: number; perDestination: number; suspectAfter: number; breakerOpenMs: number };

const MAX_LANES = 32;

/**
 * Claims due deliveries, a few per destination in turn. A destination may have `perDestination` running deliveries and
 * at most half of the free slots, so that destinations that do not respond cannot fill all slots. A failing destination
 * gets one delivery at a time. While its circuit breaker is open, a single delivery of all workers probes it
 * (`claimProbe`). Does not claim deliveries to destinations whose type only another version knows; replicas of that
 * version claim them.
 */
export function makeClaimDeliveries({ stores, drivers, clock, rules }: Deps) {
  return async function claimDeliveries(room: ClaimRoom): Promise<Claim> {
    const except = [...room.inFlight].filter(([, count]) => count >= rules.perDestination).map(([id]) => id);
    const limit = Math.min(room.free, MAX_LANES);
    const destinations = await stores.deliveries.lanes({ types: drivers.types, afterId: room.afterId, except, limit });
    if (destinations.length === 0) return { lanes: [], afterId: '' };
    const lanes = await stores.transaction((s) => claimLanes(s, destinations, room, { ...rules, now: clock.now() }));
    return { lanes, afterId: nextAfterId(destinations, lanes, { ...room, limit }) };
  };
}

function nextAfterId(
  destinations: Destination[],
  lanes: DestinationLane[],
  { free, limit }: { free: number; limit: number },
): string {
  const claimed = lanes.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
  if (claimed >= free) return lanes.at(-1)?.destination.id ?? '';
  return destinations.length < limit ? '' : (destinations.at(-1)?.id ?? '');
}

async function claimLanes(
  s: Stores,
  destinations: Destination[],
  room: ClaimRoom,
  rules: ClaimRules & { now: number },
): Promise<DestinationLane[]> {
  const lanes: DestinationLane[] = [];
  let { free } = room;
  for (const destination of destinations) {
    const limit = Math.min(maxRunningOf(destination, free, rules) - (room.inFlight.get(destination.id) ?? 0), free);
    if (limit <= 0 || !(await mayAttempt(s, destination, rules))) continue;
    const deliveries = await s.deliveries.claim(destination.id, { limit, leaseMs: rules.leaseMs, now: rules.now });
    if (deliveries.length > 0) lanes.push({ destination, deliveries });
    free -= deliveries.length;
  }
  return lanes;
}

function maxRunningOf({ failures }: Destination, free: number, { perDestination, suspectAfter }: ClaimRules): number {
  return failures >= suspectAfter ? 1 : Math.min(perDestination, Math.ceil(free / 2));
}

async function mayAttempt(s: Stores, destination: Destination, { breakerOpenMs }: ClaimRules): Promise<boolean> {
  return destination.openUntil === null || s.deliveries.claimProbe(destination, breakerOpenMs);
}

type OpenDestinationDeps = ClockAndIds & { drivers: DestinationDrivers; sealer: Sealer; log: Log };
/** Makes one attempt to deliver. Never rejects. */
type AttemptDelivery = (
  delivery: Pick<ClaimedDelivery, 'id' | 'projectId'>,
  body: Uint8Array,
) => Promise<AttemptOutcome>;
export type OpenDestination = (destination: Destination) => AttemptDelivery;

/** Decrypts the secrets of a destination once for several attempts. Throws when its keys cannot be decrypted. */
export function makeOpenDestination({ drivers, sealer, clock, log }: OpenDestinationDeps): OpenDestination {
  return function openDestination(destination) {
    const driver = drivers.of(destination.type);
    const target = {
      metadata: openMetadata(destination, driver.secrets, sealer),
      signingSecrets: signingSecrets(destination, sealer, clock.now()),
    };
    return async ({ id, projectId }, body) => {
      const startTime = clock.now();
      const result = await deliverAsync(driver, target, { id, body }).catch((err: unknown): DeliveryResult => {
        log.error('attempt failed with an internal error', { err, deliveryId: id, projectId });
        return { result: 'retryable', status: 0, error: 'internal' };
      });
      return { ...result, startTime, endTime: clock.now() };
    };
  };
}

/**
 * Calls the driver. This function is async, so that an exception that the driver throws synchronously becomes a
 * rejection.
 */
async function deliverAsync(driver: DestinationDriver, target: DeliveryTarget, message: DestinationMessage) {
  return driver.deliver(target, message);
}

/**
 * Puts deliveries that were not attempted back into the queue, for example when their bodies could not be fetched. This
 * does not count as an attempt.
 */
export function makePostponeDeliveries({ stores, clock }: UseCaseContext<Stores>) {
  return async function postponeDeliveries(deliveries: ClaimedDelivery[], delayMs: number): Promise<void> {
    await stores.transaction(async (s) => {
      for (const delivery of await s.deliveries.stillClaimed(deliveries)) {
        await s.deliveries.retry(delivery, {
          attempt: delivery.attempt,
          delayMs,
          lastError: 'waiting',
          updateTime: clock.now(),
        });
      }
    });
  };
}
