import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { tellSaved } from './destination_saved.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../domain/destination.ts';
import type { DestinationNameStore } from '../domain/destination_name.ts';
import type { Outbox } from '../../domain/outbox.ts';

type Stores = { destinations: DestinationStore; destinationNames: DestinationNameStore; outbox: Outbox };
type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId };

const AT_ONCE = 100;

/**
 * Sends each destination with its status once to the other services. Version 0.1.0 sent no status, and sent nothing to
 * reads. Returns whether there may be more.
 */
export function makeAnnounceDestinations({ stores, clock, newId }: Deps) {
  return async function announceDestinations(): Promise<boolean> {
    return stores.transaction(async (s) => {
      const destinations = await s.destinations.lockUnannounced(AT_ONCE);
      const time = clock.now();
      for (const destination of destinations) await tellSaved(s, destination, { newId, time });
      await s.destinations.setAnnounced(destinations.map(({ id }) => id));
      return destinations.length === AT_ONCE;
    });
  };
}
