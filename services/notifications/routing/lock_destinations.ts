import type { EventOf } from '../../../lib/events/event.ts';
import type { Destination, DestinationStore } from '../destinations/destination.ts';
import type { DestinationNameStore } from '../destinations/destination_name.ts';
import { destinationIdOf } from '../destinations/get_destination.ts';

type Stores = { destinations: DestinationStore; destinationNames: DestinationNameStore };

type PageCommitted = EventOf<'read.page.committed'>;

/** A page and the destination of its messages; undefined when it was deleted, or never existed. */
export type Routed = { page: PageCommitted; destination: Destination | undefined };

/**
 * Locks the destinations of pages until the transaction ends, in the order of their keys, to avoid deadlocks between
 * batches. Each destination is looked up once.
 */
export async function lockDestinations(s: Stores, pages: PageCommitted[]): Promise<Routed[]> {
  const destinations = new Map<string, Destination | undefined>();
  for (const page of pages.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    if (!destinations.has(keyOf(page))) destinations.set(keyOf(page), await lockDestination(s, page));
  return pages.map((page) => ({ page, destination: destinations.get(keyOf(page)) }));
}

/** By id. Pages of plans of 0.1.0 have only a name, which may now be a former name. */
async function lockDestination(s: Stores, { projectId, payload }: PageCommitted): Promise<Destination | undefined> {
  const id = payload.destinationId || (await destinationIdOf(s, projectId, payload.destinationName));
  return id ? s.destinations.lock(projectId, id) : undefined;
}

function keyOf({ projectId, payload }: PageCommitted): string {
  return `${projectId}|${payload.destinationId || payload.destinationName}`;
}
