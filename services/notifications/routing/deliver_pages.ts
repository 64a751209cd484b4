import type { CausewayEvent, EventOf } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { DeliveryStore, NewDelivery } from '../deliveries/delivery.ts';
import { type DelayedEvents, makeDelayedEvents, settledEvents } from '../deliveries/delivery_events.ts';
import type { Destination, DestinationStores } from '../destinations/destination.ts';
import { destinationIdOf } from '../destinations/destinations.ts';
import { groupBy } from '../group_by.ts';
import type { HeldDelivery } from '../holds/hold.ts';
import { holdChangeEvents } from '../holds/holds.ts';

type Stores = WithOutbox<
  Pick<DestinationStores, 'destinations' | 'deletedDestinations' | 'destinationNames' | 'releases'> & {
    deliveries: DeliveryStore;
    inbox: InboxStore;
  }
>;
type Deps = UseCaseContext<Stores> & { log: Log; wake: () => void };
type PageCommitted = EventOf<'read.page.committed'>;

/** A page and the destination of its messages; undefined when the destination does not exist. */
type PageWithDestination = { page: PageCommitted; destination: Destination | undefined };
/** `takes`: the destination is active, and has no older messages to release first. */
type RoutedPage = PageWithDestination & { takes: boolean };

/**
 * Creates one delivery per message of committed pages, to the destination of the object. Messages for a destination
 * that is disabled or has an unknown name are held; see holds/hold.ts. A destination with an unknown id was deleted, so
 * held messages for it would never be released. So these messages are undelivered at once, and the service `reads`
 * reads their records again for the destination that the object has now. Destinations stay locked until the commit, so
 * that no destination is disabled, released or deleted between the check and the insert. Otherwise the disabling,
 * release or deletion would miss the new rows.
 */
export function makeDeliverPages({ stores, clock, newId, log, wake }: Deps) {
  const delayedEvents = makeDelayedEvents({ newId });
  return async function deliverPages(pages: PageCommitted[]): Promise<void> {
    const { fresh: routed, delayed } = await stores.transaction(async (s) => {
      const fresh: RoutedPage[] = await routeNewPages(s, pages);
      for (const one of fresh.filter(isDeleted)) await noteDeleted(s, one);
      const time = clock.now();
      const made = fresh.flatMap((one) => newDeliveries(one, time));
      await s.deliveries.insert(made);
      const delayed = delayedEventsOf(fresh, delayedEvents, time);
      const undelivered = undeliveredEvents(made, { newId, time });
      for (const event of [
        ...holdChangeEvents(made.flatMap(heldDeliveryOf), { newId, time }),
        ...undelivered,
        ...delayed,
      ])
        await s.outbox.add(event);
      return { fresh, delayed };
    });
    delayedEvents.commit(delayed);
    if (routed.some(({ takes }) => takes)) wake();
    for (const one of routed.filter(({ takes }) => !takes))
      log.warn(isDeleted(one) ? 'messages undelivered: destination deleted' : 'messages held', logFieldsOf(one));
  };
}

async function routeNewPages(s: Stores, pages: PageCommitted[]): Promise<RoutedPage[]> {
  const fresh: PageCommitted[] = [];
  for (const page of pages) if (await s.inbox.accept(page.id, 'reads')) fresh.push(page);
  const found = await lockDestinations(s, fresh);
  const taking = await acceptingDestinations(s, new Set(found.map(({ destination }) => destination)));
  return found.map((one) => ({ ...one, takes: one.destination !== undefined && taking.has(one.destination.id) }));
}

/**
 * Locks the destinations of pages until the transaction ends, in the order of their keys, to avoid deadlocks between
 * batches. Each destination is looked up once.
 */
async function lockDestinations(s: Stores, pages: PageCommitted[]): Promise<PageWithDestination[]> {
  const destinations = new Map<string, Destination | undefined>();
  for (const page of pages.toSorted((a, b) => (destinationKeyOf(a) < destinationKeyOf(b) ? -1 : 1)))
    if (!destinations.has(destinationKeyOf(page)))
      destinations.set(destinationKeyOf(page), await lockDestination(s, page));
  return pages.map((page) => ({ page, destination: destinations.get(destinationKeyOf(page)) }));
}

/** Locks the destination of a page by its id. Plans of 0.1.0 have only a name, which may be a former name now. */
async function lockDestination(s: Stores, { projectId, payload }: PageCommitted): Promise<Destination | undefined> {
  const id = payload.destinationId || (await destinationIdOf(s, projectId, payload.destinationName));
  return id ? s.destinations.lock(projectId, id) : undefined;
}

function destinationKeyOf({ projectId, payload }: PageCommitted): string {
  return `${projectId}|${payload.destinationId || payload.destinationName}`;
}

/** Returns the ids of the active destinations that have no older messages to release first. */
async function acceptingDestinations(
  s: Stores,
  destinations: ReadonlySet<Destination | undefined>,
): Promise<Set<string>> {
  const taking = new Set<string>();
  for (const destination of destinations) {
    if (destination?.status === 'active' && !(await s.releases.isUnderWay(destination.id))) taking.add(destination.id);
  }
  return taking;
}

function newDeliveries({ page, destination, takes }: RoutedPage, createTime: number): NewDelivery[] {
  const { projectId, payload } = page;
  const { installationId, objectName, operationId } = payload;
  const state = takes ? 'pending' : isDeleted({ page, destination }) ? 'undelivered' : 'held';
  return payload.messageIds.map((id, i) => ({
    id,
    projectId,
    destinationId: destination?.id ?? payload.destinationId ?? '',
    ...(!destination && { destinationName: payload.destinationName }),
    source: 'read',
    sourceId: id,
    state,
    lastError: takes ? null : 'destination',
    orderNumber: payload.sequences?.[i] ?? 0,
    createTime,
    installationId,
    objectName,
    operationId,
    ...(page.traceparent && { traceparent: page.traceparent }),
  }));
}

/**
 * Whether the destination was deleted. An id belongs to a destination that existed; a name may belong to a destination
 * that is created later.
 */
function isDeleted({ page, destination }: PageWithDestination): boolean {
  return destination === undefined && Boolean(page.payload.destinationId);
}

/** Stores the deleted destination, because a process of 0.1.0 deletes a destination without storing it. */
async function noteDeleted(s: Stores, { page: { projectId, payload } }: PageWithDestination): Promise<void> {
  const { destinationId: id = '', destinationName: name } = payload;
  await s.deletedDestinations.add({ id, projectId, name });
}

function undeliveredEvents(made: NewDelivery[], event: { newId: NewId; time: number }): CausewayEvent[] {
  const gone = made.filter(({ state }) => state === 'undelivered');
  return [...groupBy(gone, ({ destinationId }) => destinationId)].flatMap(([deletedDestinationId, deliveries]) =>
    settledEvents(deliveries, 'failed', { ...event, deletedDestinationId }),
  );
}

function heldDeliveryOf({ state, ...delivery }: NewDelivery): HeldDelivery[] {
  return state === 'held' ? [{ ...delivery, isRefused: false, holdSeq: 1 }] : [];
}

/**
 * Reports new messages as delayed while the circuit breaker of their destination is open, because they wait without an
 * attempt.
 */
function delayedEventsOf(fresh: RoutedPage[], delayedEvents: DelayedEvents, time: number): CausewayEvent[] {
  const waiting = fresh.filter(({ destination, takes }) => takes && destination?.openUntil !== null);
  return [...groupBy(waiting, ({ destination }) => destination?.id)].flatMap(([, pages]) => {
    const destination = pages[0]?.destination as Destination;
    const operationIds = pages.map(({ page }) => page.payload.operationId);
    const error = `It has failed since ${toIso(destination.failingSince ?? time)}.`;
    return delayedEvents.of(destination, { operationIds, error }, time);
  });
}

function logFieldsOf({ page, destination }: RoutedPage): object {
  const { projectId, payload } = page;
  const { installationId, objectName, operationId, destinationName, messageIds } = payload;
  return {
    projectId,
    installationId,
    objectName,
    operationId,
    destinationName,
    messages: messageIds.length,
    destination: destination?.status ?? (isDeleted({ page, destination }) ? 'deleted' : 'unknown'),
  };
}
