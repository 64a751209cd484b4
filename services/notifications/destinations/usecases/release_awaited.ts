import type { Destination } from '../domain/destination.ts';
import type { ReleaseStore } from '../domain/release.ts';

type Stores = { releases: ReleaseStore };

/** Releases the messages that are held for a destination of this name, which did not exist until now. */
export async function releaseAwaited(
  s: Stores,
  { id, projectId, name, status }: Pick<Destination, 'id' | 'projectId' | 'name' | 'status'>,
): Promise<void> {
  if (status === 'active' && (await s.releases.isAwaited(projectId, name)))
    await s.releases.put({ destinationId: id, projectId });
}
