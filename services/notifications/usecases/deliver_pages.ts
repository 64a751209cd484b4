import type { EventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { NewDelivery } from '../domain/delivery.ts';
import type { Destination } from '../domain/destination.ts';
import { groupBy } from '../domain/group_by.ts';
import type { OutgoingEvent, Stores } from '../domain/stores.ts';
import { makeDelayedEvents, type DelayedEvents } from './delayed_events.ts';
import { settledEvents } from './settled_events.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; log: Log; wake: () => void };
type PageCommitted = EventOf<'read.page.committed'>;
export type DeliverPages = ReturnType<typeof makeDeliverPages>;

type Routed = { page: PageCommitted; destination: Destination | undefined };

/**
 * Creates one delivery per message of committed pages, to the destination of the object. Messages without a usable
 * destination are settled as failed at once: a disabled destination gets a failed row, so that the message can be
 * replayed; an unknown one gets none. Destinations stay locked until the commit, so that none is disabled or deleted
 * between the check and the insert; its new rows would otherwise be missed by the closing.
 */
export function makeDeliverPages({ stores, clock, newId, log, wake }: Deps) {
  const delayedEvents = makeDelayedEvents({ newId });
  return async function deliverPages(pages: PageCommitted[]): Promise<void> {
    const { fresh: routed, delayed } = await stores.transaction(async (s) => {
      const fresh: Routed[] = await routeFresh(s, pages);
      const time = clock.now();
      await s.deliveries.insert(fresh.flatMap((one) => (one.destination ? newDeliveries(one, time) : [])));
      const settled = fresh.filter(isUndeliverable).flatMap((one) => newDeliveries(one, time));
      for (const event of settledEvents(settled, 'failed', { newId, time })) await s.outbox.add(event);
      const delayed = delayedOf(fresh, delayedEvents, time);
      for (const event of delayed) await s.outbox.add(event);
      return { fresh, delayed };
    });
    delayedEvents.commit(delayed);
    if (!routed.every(isUndeliverable)) wake();
    for (const one of routed.filter(isUndeliverable)) log.warn('page not delivered', fieldsOf(one));
  };
}

/** New pages with their destinations. Destinations are locked in id order, to avoid deadlocks between batches. */
async function routeFresh(s: Stores, pages: PageCommitted[]): Promise<Routed[]> {
  const fresh: PageCommitted[] = [];
  for (const page of pages) if (await s.inbox.accept(page.id)) fresh.push(page);
  const destinations = new Map<string, Destination | undefined>();
  for (const page of fresh.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    if (!destinations.has(keyOf(page)))
      destinations.set(keyOf(page), await s.destinations.lock(page.projectId, page.payload.destinationName));
  }
  return fresh.map((page) => ({ page, destination: destinations.get(keyOf(page)) }));
}

function keyOf({ projectId, payload }: PageCommitted): string {
  return `${projectId}|${payload.destinationName}`;
}

function isUndeliverable({ destination }: Routed): boolean {
  return destination?.status !== 'active';
}

function newDeliveries({ page: { projectId, payload }, destination }: Routed, createTime: number): NewDelivery[] {
  const isActive = destination?.status === 'active';
  const { installationId, objectName, operationId } = payload;
  return payload.messageIds.map((id) => ({
    id,
    projectId,
    destinationId: destination?.id ?? '',
    source: 'read',
    sourceId: id,
    state: isActive ? 'pending' : 'failed',
    lastError: isActive ? null : 'destination',
    createTime,
    installationId,
    objectName,
    operationId,
  }));
}

/** While the circuit breaker of a destination is open, new messages wait without an attempt of their own. */
function delayedOf(fresh: Routed[], delayedEvents: DelayedEvents, time: number): OutgoingEvent[] {
  const waiting = fresh.filter(({ destination }) => destination?.status === 'active' && destination.openUntil !== null);
  return [...groupBy(waiting, ({ destination }) => destination?.id)].flatMap(([, pages]) => {
    const destination = pages[0]?.destination as Destination;
    const operationIds = pages.map(({ page }) => page.payload.operationId);
    const error = `It has failed since ${toIso(destination.failingSince ?? time)}.`;
    return delayedEvents.of(destination, { operationIds, error }, time);
  });
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
