import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type DestinationStore, projectedIds, type Resolution, resolvedOf } from './destination.ts';

type Deps = {
  stores: {
    destinations: Pick<DestinationStore, 'list'>;
    /** Tells the table of each change that this process committed. */
    onChange(listener: (table: string) => void): void;
  };
  clock: Clock;
};
export type FindDestinationNames = ReturnType<typeof makeFindDestinationNames>;

/**
 * Changes of this process are visible at once, those of other processes after this time. Events about destinations take
 * as long.
 */
const KEPT_MS = 1_000;
const CACHE_SIZE = 1_000;

/** The id of a destination by its id, name or former name. Kept, because the hot read asks the same of each project. */
export function makeFindDestinationNames({ stores, clock }: Deps) {
  const kept = new Map<string, { ids: Promise<ReturnType<typeof projectedIds>>; until: number }>();
  // Drops queries in progress too, because they may have read the rows before the change.
  stores.onChange((table) => {
    if (table === 'destinations') kept.clear();
  });

  return function findDestinationNames(projectId: string): Promise<ReturnType<typeof projectedIds>> {
    const now = clock.now();
    const known = kept.get(projectId);
    // A clock that was set back must not keep an entry for longer.
    if (known && known.until > now && known.until <= now + KEPT_MS) return known.ids;
    const entry = { ids: stores.destinations.list(projectId).then(projectedIds), until: now + KEPT_MS };
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
 * Call it in the transaction that stores the ids of these names. Throws conflict when the deletion of one of the
 * destinations was begun after the names were resolved (find_destination_users.ts).
 */
export async function checkResolution(
  s: Stores,
  projectId: string,
  names: readonly string[],
  resolution: Resolution,
): Promise<void> {
  const outdated = await s.destinations.outdated(projectId, resolvedOf(names, resolution));
  if (outdated.length === 0) return;
  throw new Problem('conflict', `The destination ${outdated.join(', ')} is being deleted. Nothing was changed.`, {
    retryable: true,
    remedy: 'Try again. If the destination no longer exists then, name another one.',
  });
}
