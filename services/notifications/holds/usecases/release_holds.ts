import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Release, ReleaseStore } from '../../destinations/domain/release.ts';
import { heldEvents } from './held_events.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { HoldStore } from '../domain/hold.ts';
import type { Outbox } from '../../domain/outbox.ts';

type Stores = { destinations: DestinationStore; holds: HoldStore; releases: ReleaseStore; outbox: Outbox };
type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; wake: () => void };

const RELEASES_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 200;

/**
 * Releases the held deliveries of destinations that are active again, one batch per transaction, because a queue can
 * have a million rows. The row in `releases` stays until nothing is held any more; meanwhile new messages of the
 * destination are held too, so that they do not overtake older ones. The destination is locked, as in every place where
 * a message becomes held. Returns whether there is more to do at once.
 */
export function makeReleaseHolds(deps: Deps) {
  return async function releaseHolds(): Promise<boolean> {
    let mayBeMore = false;
    for (const release of await deps.stores.releases.list(RELEASES_AT_ONCE)) {
      mayBeMore = (await releaseBatch(deps, release)) || mayBeMore;
    }
    return mayBeMore;
  };
}

async function releaseBatch({ stores, clock, newId, wake }: Deps, { projectId, destinationId }: Release) {
  const released = await stores.transaction(async (s) => {
    const destination = await s.destinations.lock(projectId, destinationId);
    const release = await s.releases.lock(destinationId);
    if (!release) return 0;
    if (destination?.status !== 'active') return s.releases.remove(destinationId).then(() => 0);
    const time = clock.now();
    const options = { name: destination.name, limit: DELIVERIES_AT_ONCE, updateTime: time };
    const held = await s.holds.release(release, options);
    for (const event of heldEvents(held, { newId, time })) await s.outbox.add(event);
    if (held.length < DELIVERIES_AT_ONCE) await s.releases.remove(destinationId);
    else await s.releases.update(destinationId, release.dueTime + held.length);
    return held.length;
  });
  if (released > 0) wake();
  return released === DELIVERIES_AT_ONCE;
}
