import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type DestinationStore, existingDestinations, projectedIds, type Resolution } from './destination.ts';

type Deps = {
  stores: {
    destinations: Pick<DestinationStore, 'list'>;
    /** Calls `listener` with the table of each change that this process committed. */
    onChange(listener: (table: string) => void): void;
  };
  clock: Clock;
};
export type FindDestinationNames = ReturnType<typeof makeFindDestinationNames>;

/**
 * How long names are cached, ms. Changes by this process are visible at once, changes by other processes after this
 * time. Events about destinations may arrive equally late.
 */
const CACHE_MS = 1_000;
const CACHE_SIZE = 1_000;

/**
 * Finds the id of a destination by its id, name or former name. Cached, because BatchGetInstallations often asks for
 * the same projects.
 */
export function makeFindDestinationNames({ stores, clock }: Deps) {
  const kept = new Map<string, { ids: Promise<ReturnType<typeof projectedIds>>; until: number }>();
  // Also forgets running queries, because they may have read the rows before the change.
  stores.onChange((table) => {
    if (table === 'destinations') kept.clear();
  });

  return function findDestinationNames(projectId: string): Promise<ReturnType<typeof projectedIds>> {
    const now = clock.now();
    const known = kept.get(projectId);
    // If the clock was set back, an entry must not stay valid for longer.
    if (known && known.until > now && known.until <= now + CACHE_MS) return known.ids;
    const entry = { ids: stores.destinations.list(projectId).then(projectedIds), until: now + CACHE_MS };
    if (kept.size >= CACHE_SIZE) kept.clear();
    kept.set(projectId, entry);
    entry.ids.catch(() => {
      if (kept.get(projectId) === entry) kept.delete(projectId);
    });
    return entry.ids;
  };
}

type Stores = { destinations: DestinationStore };

/**
 * Checks names in the transaction that stores their ids. Throws conflict when the deletion of one of the destinations
 * began after the names were resolved (destination_uses.ts).
 */
export async function checkResolution(
  s: Stores,
  projectId: string,
  names: readonly string[],
  resolution: Resolution,
): Promise<void> {
  const outdated = await s.destinations.outdated(projectId, existingDestinations(names, resolution));
  if (outdated.length === 0) return;
  throw new Problem('conflict', `The destination ${outdated.join(', ')} is being deleted. Nothing was changed.`, {
    retryable: true,
    remedy: 'Try again. If the destination no longer exists then, name another one.',
  });
}
