import { eventOf } from '../../../../lib/events/event.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { groupBy } from '../../domain/group_by.ts';
import type { Held } from '../domain/hold.ts';
import type { OutgoingEvent } from '../../domain/outbox.ts';

/** The events that tell reads which messages are held or released; one per project and `holdSeq`. */
export function heldEvents(held: Held[], { newId, time }: { newId: NewId; time: number }): OutgoingEvent[] {
  const ofReads = held.filter(({ source }) => source === 'read');
  const groups = groupBy(ofReads, ({ projectId, holdSeq }) => `${projectId}|${holdSeq}`);
  return [...groups.values()].map((messages) => {
    const [{ projectId, holdSeq }] = messages as [Held];
    const payload = { messageIds: messages.map(({ id }) => id), isHeld: holdSeq % 2 === 1, seq: holdSeq };
    return eventOf('read.messages.held', { id: newId(), projectId, time, payload });
  });
}
