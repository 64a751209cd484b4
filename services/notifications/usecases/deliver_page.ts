import type { EventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { NewDelivery } from '../domain/delivery.ts';
import type { Destination } from '../domain/destination.ts';
import type { Stores } from '../domain/stores.ts';
import { settledEvents } from './settled_events.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; log: Log; wake: () => void };
type PageCommitted = EventOf<'read.page.committed'>;
export type DeliverPage = ReturnType<typeof makeDeliverPage>;

/**
 * A page of messages is stored: one delivery a message, to the destination that the object names. Where there is none
 * to go to, the messages are settled as failed at once: for a disabled destination with a row that a replay can find,
 * for an unknown one without. The destination stays locked until the commit, so that none is disabled or deleted
 * between the look and the rows (and the rows then overlooked).
 */
export function makeDeliverPage({ stores, clock, newId, log, wake }: Deps) {
  return async function deliverPage(event: PageCommitted): Promise<void> {
    const { projectId, payload } = event;
    const outcome = await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(event.id))) return 'seen' as const;
      const destination = await s.destinations.lock(projectId, payload.destinationName);
      const deliveries = newDeliveries(event, destination, clock.now());
      if (destination) await s.deliveries.insert(deliveries);
      if (destination?.status === 'active') return 'queued' as const;
      for (const settled of settledEvents(deliveries, 'failed', { newId, time: clock.now() })) await s.outbox.add(settled);
      return destination ? 'disabled' as const : 'unknown' as const;
    });
    if (outcome === 'queued') wake();
    else if (outcome !== 'seen') log.warn('page not delivered', { ...fieldsOf(event), destination: outcome });
  };
}

function newDeliveries({ projectId, payload }: PageCommitted, destination: Destination | undefined, createTime: number): NewDelivery[] {
  const state = destination?.status === 'active' ? 'pending' : 'failed';
  return payload.messageIds.map((id) => ({
    id, projectId, destinationId: destination?.id ?? '', source: 'read', sourceId: id, state,
    lastError: state === 'failed' ? 'destination' : null, createTime,
  }));
}

function fieldsOf({ projectId, payload: { installationId, objectName, operationId, destinationName, messageIds } }: PageCommitted): object {
  return { projectId, installationId, objectName, operationId, destinationName, messages: messageIds.length };
}
