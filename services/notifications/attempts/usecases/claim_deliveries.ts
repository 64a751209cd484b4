import type { ClaimedDelivery, DeliveryStore } from '../../deliveries/domain/delivery.ts';
import type { Destination } from '../../destinations/domain/destination.ts';
import type { DestinationDrivers } from '../../destinations/domain/destination_drivers.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';

type Stores = { deliveries: DeliveryStore };
type Deps = { stores: Transacting<Stores>; drivers: Pick<DestinationDrivers, 'types'>; rules: ClaimRules };

/** Leased deliveries of one destination. */
export type Lane = { destination: Destination; deliveries: ClaimedDelivery[] };
export type Room = {
  /** Free places over all destinations. */
  free: number;
  /** Running deliveries by destination. */
  inFlight: ReadonlyMap<string, number>;
  /** The destination served last. Round-robin: the next one in id order is served first. */
  afterId: string;
};
export type ClaimRules = { leaseMs: number; perDestination: number; suspectAfter: number; spareMs: number };

const MAX_LANES = 32;

/**
 * Claims due deliveries, a few per destination in turn. A destination may have `perDestination` running deliveries and
 * at most half of the free places, so that hanging destinations cannot fill them. A failing destination gets one at a
 * time. While its circuit breaker is open, a single delivery of all workers probes it (`claimProbe`). Deliveries to a
 * destination of a type that only another version knows are left to that version.
 */
export function makeClaimDeliveries({ stores, drivers, rules }: Deps) {
  return async function claimDeliveries(room: Room): Promise<Lane[]> {
    const except = [...room.inFlight].filter(([, count]) => count >= rules.perDestination).map(([id]) => id);
    const destinations = await stores.deliveries.lanes({
      types: drivers.types,
      afterId: room.afterId,
      except,
      limit: Math.min(room.free, MAX_LANES),
    });
    return destinations.length === 0 ? [] : stores.transaction((s) => takeLanes(s, destinations, room, rules));
  };
}

async function takeLanes(s: Stores, destinations: Destination[], room: Room, rules: ClaimRules): Promise<Lane[]> {
  const lanes: Lane[] = [];
  let { free } = room;
  for (const destination of destinations) {
    const limit = Math.min(share(destination, free, rules) - (room.inFlight.get(destination.id) ?? 0), free);
    if (limit <= 0 || !(await mayTry(s, destination, rules))) continue;
    const deliveries = await s.deliveries.claim(destination.id, { limit, leaseMs: rules.leaseMs });
    if (deliveries.length > 0) lanes.push({ destination, deliveries });
    free -= deliveries.length;
  }
  return lanes;
}

function share({ failures }: Destination, free: number, { perDestination, suspectAfter }: ClaimRules): number {
  return failures >= suspectAfter ? 1 : Math.min(perDestination, Math.ceil(free / 2));
}

async function mayTry(s: Stores, destination: Destination, { spareMs }: ClaimRules): Promise<boolean> {
  return destination.openUntil === null || s.deliveries.claimProbe(destination, spareMs);
}
