import { eventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Destination } from '../domain/destination.ts';
import type { OutgoingEvent } from '../domain/stores.ts';

/** Tells the other services the name and the status of a destination. Sent with each change of either. */
export function destinationSaved(
  { id, projectId, name, status }: Pick<Destination, 'id' | 'projectId' | 'name' | 'status'>,
  { newId, now }: { newId: NewId; now: number },
): OutgoingEvent {
  const payload = { destinationId: id, name, status };
  return eventOf('destination.saved', { id: newId(), projectId, time: now, payload });
}
