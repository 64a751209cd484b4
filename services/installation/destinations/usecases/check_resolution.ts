import { Problem } from '../../../../lib/problem/problem.ts';
import type { Resolution, DestinationStore } from '../domain/destination.ts';
import { resolvedOf } from '../domain/destination_ids.ts';

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
