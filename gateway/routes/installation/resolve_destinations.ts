import type { Call } from '../../../lib/rpc/call.ts';
import type { DestinationResolution } from '../../../protos/gen/causeway/installation/v1/DestinationResolution.ts';
import type { Services } from '../../rest/operation.ts';

/**
 * Resolves destination names for a request that stores their ids. It calls notifications, which stores the names,
 * because the events of notifications may be late. A request without destination names does not need notifications.
 */
export async function resolveDestinations(
  { notifications }: Services,
  call: Call,
  { projectId, names }: { projectId: string; names: string[] },
): Promise<DestinationResolution> {
  return names.length === 0 ? { destinations: [] } : notifications.resolveDestinations(call, { projectId, names });
}

type PatchChange = { path: string; value?: unknown };

/**
 * The destination names in a patch: under a key `destination` of a value, or as the value of a path that ends in
 * `/destination`.
 */
export function destinationsInChanges(changes: readonly PatchChange[]): string[] {
  return destinationsIn(
    changes.map(({ path, value }) => (path.endsWith('/destination') ? { destination: value } : value)),
  );
}

/**
 * All texts under a key `destination` in a part of a body. It may find texts that are no destination names; this does
 * no harm, because the installation service uses only the places that name a destination.
 */
export function destinationsIn(body: unknown): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [body];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (key === 'destination' && typeof part === 'string' && part !== '') found.add(part);
      waiting.push(part);
    }
  }
  return [...found];
}
