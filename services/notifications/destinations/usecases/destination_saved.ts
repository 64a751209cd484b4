import { eventOf } from '../../../../lib/events/event.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Destination } from '../domain/destination.ts';
import type { DestinationNameStore } from '../domain/destination_name.ts';
import type { Outbox } from '../../domain/outbox.ts';

type Stores = { destinationNames: DestinationNameStore; outbox: Outbox };

type Saved = Pick<Destination, 'id' | 'projectId' | 'name' | 'status'>;

/** Adds the event that tells the projections of other services what a destination is now. */
export async function tellSaved(
  s: Stores,
  { id, projectId, name, status }: Saved,
  { newId, time }: { newId: NewId; time: number },
): Promise<void> {
  const formerNames = await s.destinationNames.formerNames(projectId, id);
  const payload = { destinationId: id, name, formerNames, status };
  await s.outbox.add(eventOf('destination.saved', { id: newId(), projectId, time, payload }));
}
