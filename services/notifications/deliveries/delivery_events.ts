import { type CausewayEvent, eventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Destination } from '../destinations/destination.ts';
import { groupBy } from '../group_by.ts';
import type { SettledDelivery } from './delivery.ts';

type DelayedMessages = { operationIds: readonly (string | null | undefined)[]; error: string };
export type DelayedEvents = ReturnType<typeof makeDelayedEvents>;

/**
 * Max number of reported operations that are remembered. When there are more, all are forgotten. Reports are then
 * repeated, which does no harm: the service `reads` ignores a repeated report.
 */
const MAX_REMEMBERED = 10_000;

/**
 * Builds the events that report to the service `reads` that deliveries of an operation fail and will be retried. So the
 * log of an operation explains why the operation shows "0 delivered". Each process reports an operation once.
 */
export function makeDelayedEvents({ newId }: { newId: NewId }) {
  const reported = new Set<string>();
  return {
    /** Returns at most one event. The caller passes the events to `commit` after the transaction. */
    of({ projectId, id, name }: Destination, { operationIds, error }: DelayedMessages, time: number): CausewayEvent[] {
      const fresh = [...new Set(operationIds)].filter(
        (one): one is string => Boolean(one) && !reported.has(keyOf(id, one)),
      );
      if (fresh.length === 0) return [];
      const payload = { destinationId: id, destinationName: name, operationIds: fresh, error };
      return [eventOf('read.messages.delayed', { id: newId(), projectId, time, payload })];
    },
    commit(events: readonly CausewayEvent[]): void {
      if (reported.size > MAX_REMEMBERED) reported.clear();
      for (const { payload } of events) {
        const { destinationId, operationIds } = payload as { destinationId: string; operationIds: string[] };
        for (const operationId of operationIds) reported.add(keyOf(destinationId, operationId));
      }
    },
  };
}

function keyOf(destinationId: string, operationId: string | null | undefined): string {
  return `${destinationId}|${operationId}`;
}

/**
 * What all events of one call have in common. `deletedDestinationId`: set when the messages are settled because this
 * destination was deleted.
 */
type SettledFacts = { newId: NewId; time: number; isRefused?: boolean; deletedDestinationId?: string };

/**
 * Builds the events that report settled messages to the service `reads`, which counts the messages and later deletes
 * their bodies. One event per project and outcome reports all messages that a transaction settled. A message that was
 * delivered before it was sent again is not reported as failed.
 */
export function settledEvents(
  settled: SettledDelivery[],
  result: 'delivered' | 'failed',
  { newId, time, isRefused = false, deletedDestinationId = '' }: SettledFacts,
): CausewayEvent[] {
  const ofReads = settled.filter(
    ({ source, isDelivered }) => source === 'read' && !(isDelivered && result === 'failed'),
  );
  return [...groupBy(ofReads, ({ projectId }) => projectId)].map(([projectId, messages]) => {
    const messageIds = messages.map(({ id }) => id);
    const counts = { delivered: 0, failed: 0, [result]: messageIds.length };
    return eventOf('read.messages.settled', {
      id: newId(),
      projectId,
      time,
      payload: {
        messageIds,
        ...counts,
        ...(isRefused && { isRefused }),
        ...(deletedDestinationId && { deletedDestinationId }),
      },
    });
  });
}
