import type { EventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { NewDelivery } from '../domain/delivery.ts';
import type { Stores } from '../domain/stores.ts';
import { lockDestinations, type Routed } from './page_destinations.ts';
import { settledEvents } from './settled_events.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; log: Log; wake: () => void };
type PageCommitted = EventOf<'read.page.committed'>;
export type DeliverPages = ReturnType<typeof makeDeliverPages>;

/**
 * Creates one delivery per message of committed pages, to the destination of the object. The messages of a disabled
 * destination are settled as failed at once, with a row, so that they can be replayed. Those of a missing one are held:
 * nobody has refused them. Destinations stay locked until the commit, so that none is disabled or deleted
 * between the check and the insert; its new rows would otherwise be missed by the closing.
 */
export function makeDeliverPages({ stores, clock, newId, log, wake }: Deps) {
  return async function deliverPages(pages: PageCommitted[]): Promise<void> {
    const routed = await stores.transaction(async (s) => {
      const fresh: Routed[] = await routeFresh(s, pages);
      const time = clock.now();
      await s.deliveries.insert(fresh.flatMap((one) => newDeliveries(one, time)));
      const settled = fresh
        .filter(({ destination }) => destination?.status === 'disabled')
        .flatMap((one) => newDeliveries(one, time));
      for (const event of settledEvents(settled, 'failed', { newId, time })) await s.outbox.add(event);
      return fresh;
    });
    if (!routed.every(isUndeliverable)) wake();
    for (const one of routed.filter(isUndeliverable)) log.warn('page not delivered', fieldsOf(one));
  };
}

async function routeFresh(s: Stores, pages: PageCommitted[]): Promise<Routed[]> {
  const fresh: PageCommitted[] = [];
  for (const page of pages) if (await s.inbox.accept(page.id)) fresh.push(page);
  return lockDestinations(s, fresh);
}

function isUndeliverable({ destination }: Routed): boolean {
  return destination?.status !== 'active';
}

function newDeliveries({ page: { projectId, payload }, destination }: Routed, createTime: number): NewDelivery[] {
  const isActive = destination?.status === 'active';
  return payload.messageIds.map((id) => ({
    id,
    projectId,
    destinationId: destination?.id ?? payload.destinationId ?? '',
    source: 'read',
    sourceId: id,
    state: isActive ? 'pending' : destination ? 'failed' : 'held',
    lastError: isActive ? null : 'destination',
    createTime,
  }));
}

function fieldsOf({ page: { projectId, payload }, destination }: Routed): object {
  const { installationId, objectName, operationId, destinationName, messageIds } = payload;
  return {
    projectId,
    installationId,
    objectName,
    operationId,
    destinationName,
    messages: messageIds.length,
    destination: destination ? 'disabled' : 'unknown',
  };
}
