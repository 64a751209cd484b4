import type { IntegrationRemoval } from '../domain/integration_removal.ts';
import type { Stores } from '../domain/stores.ts';
import type { Deps } from './deps.ts';
import type { RemoveConnection } from './remove_connection.ts';
import { removeInstallation } from './remove_installation.ts';

export type RemoveInstallations = ReturnType<typeof makeRemoveInstallations>;

/** How many go in one transaction: each is half a dozen statements under the locks of its connection. */
const PORTION = 50;

/**
 * Deleting an integration takes its installations along, and there may be very many. The integration itself goes in
 * the first transaction, with a row that says so and a first portion of installations; what is left goes a portion a
 * transaction. So a small integration is gone at once, a large one is never one endless transaction, and whoever finds
 * the row (a background round, after a crash) can go on: a portion removes what it finds, each with its event.
 */
export function makeRemoveInstallations(
  { stores, clock, newId }: Pick<Deps, 'stores' | 'clock' | 'newId'>,
  { removeConnection, wakeRevoker }: { removeConnection: RemoveConnection; wakeRevoker: () => void },
) {
  /** True when nothing is left. */
  async function removePortion(s: Stores, { projectId, integrationId, integrationName }: IntegrationRemoval) {
    if (!(await s.integrationRemovals.lock(projectId, integrationId))) return true;
    const page = { after: '', limit: PORTION };
    const found = await s.installations.list(projectId, { integrationId, groupRef: '' }, page);
    let removed = 0;
    for (const owner of found)
      if (await removeInstallation(s, owner, { integrationName, clock, newId, removeConnection })) removed += 1;
    if (removed === PORTION || removed < found.length) return false;
    await s.integrations.removeRevisions(projectId, integrationId);
    await s.integrationRemovals.remove(projectId, integrationId);
    return true;
  }

  return {
    removePortion,
    /** Goes on until nothing is left or `until`, Unix ms. */
    async removeRest(removal: IntegrationRemoval, until: number): Promise<void> {
      let isDone = false;
      while (!isDone && clock.now() < until) isDone = await stores.transaction((s) => removePortion(s, removal));
      wakeRevoker();
    },
  };
}
