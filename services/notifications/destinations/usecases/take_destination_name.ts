import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Destination, DestinationStore } from '../domain/destination.ts';
import { tellSaved } from './destination_saved.ts';
import type { DestinationNameStore } from '../domain/destination_name.ts';
import type { Outbox } from '../../domain/outbox.ts';

type Stores = { destinations: DestinationStore; destinationNames: DestinationNameStore; outbox: Outbox };

/**
 * Gives a name to the destination that was created with it or renamed to it. If it is a former name of another
 * destination, it no longer means that one, and the projections get an event.
 */
export async function takeName(
  s: Stores,
  { id, projectId }: Pick<Destination, 'id' | 'projectId'>,
  name: string,
  event: { newId: NewId; time: number },
): Promise<void> {
  const formerOwner = await s.destinationNames.removeFormer(projectId, name);
  if (formerOwner === undefined || formerOwner === id) return;
  const destination = await s.destinations.find(projectId, formerOwner);
  if (destination) await tellSaved(s, destination, event);
}
