import { eventOf } from '../../../../lib/events/event.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Settled } from '../domain/delivery.ts';
import { groupBy } from '../../domain/group_by.ts';
import type { OutgoingEvent } from '../../domain/outbox.ts';

/**
 * The events that tell reads which messages are settled, so that it counts them and drops their bodies: one event per
 * project and outcome for all messages settled in a transaction.
 */
export function settledEvents(
  settled: Settled[],
  result: 'delivered' | 'failed',
  { newId, time, isRefused = false }: { newId: NewId; time: number; isRefused?: boolean },
): OutgoingEvent[] {
  const ofReads = settled.filter(({ source }) => source === 'read');
  return [...groupBy(ofReads, ({ projectId }) => projectId)].map(([projectId, messages]) => {
    const messageIds = messages.map(({ id }) => id);
    const counts = { delivered: 0, failed: 0, [result]: messageIds.length };
    return eventOf('read.messages.settled', {
      id: newId(),
      projectId,
      time,
      payload: { messageIds, ...counts, ...(isRefused && { isRefused }) },
    });
  });
}
