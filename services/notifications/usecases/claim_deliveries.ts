import type { HeldDelivery } from '../domain/delivery.ts';
import type { Destination } from '../domain/destination.ts';
import type { Stores } from '../domain/stores.ts';

/** Deliveries of one destination, held for a lease. */
export type Lane = { destination: Destination; deliveries: HeldDelivery[] };
export type Room = {
  /** How many more may be under way in all. */
  free: number;
  /** How many are, by destination. */
  inFlight: ReadonlyMap<string, number>;
  /** The destination served last; the next one in the order of ids is served first. */
  afterId: string;
};
export type ClaimRules = { leaseMs: number; perDestination: number; suspectAfter: number; spareMs: number };
export type ClaimDeliveries = ReturnType<typeof makeClaimDeliveries>;

const MAX_LANES = 32;

/**
 * Takes due deliveries, a few of each destination in turn. A destination may have `perDestination` under way, and at
 * most half of the room that is left, so that those which hang can't fill it; one that keeps failing has one under
 * way, and one that is spared is asked by a single delivery for all workers (`claimProbe`).
 */
export function makeClaimDeliveries({ stores, rules }: { stores: Stores; rules: ClaimRules }) {
  return async function claimDeliveries(room: Room): Promise<Lane[]> {
    const except = [...room.inFlight].filter(([, count]) => count >= rules.perDestination).map(([id]) => id);
    const destinations = await stores.deliveries.lanes({
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
