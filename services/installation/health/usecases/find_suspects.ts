import type { DestinationStore } from '../../destinations/domain/destination.ts';
import { idIn, manifestDestinationNames, projectedIds } from '../../destinations/domain/destination_ids.ts';
import type { Suspects } from '../../installations/domain/installation.ts';
import type { IntegrationStore } from '../../integrations/domain/integration.ts';

type Deps = {
  stores: {
    integrations: Pick<IntegrationStore, 'listRevisions'>;
    installations: { listRevisionIds(projectId: string): Promise<string[]> };
    destinations: Pick<DestinationStore, 'list'>;
  };
};
export type FindSuspects = ReturnType<typeof makeFindSuspects>;

const CACHE_SIZE = 5_000;
/** Revisions per query. */
const AT_ONCE = 100;

/**
 * What the rows of installations do not say about their health: which revisions name a destination that does not exist.
 * A project has few revisions and may have many installations.
 */
export function makeFindSuspects({ stores }: Deps) {
  /** By revision: ids and names of its destinations. Revisions never change under their ids. */
  const cache = new Map<string, readonly string[]>();

  return async function findSuspects(projectId: string): Promise<Suspects> {
    const revisionIds = await stores.installations.listRevisionIds(projectId);
    const loaded = await load(
      projectId,
      revisionIds.filter((id) => !cache.has(id)),
    );
    const known = projectedIds(await stores.destinations.list(projectId));
    const isBroken = (id: string) =>
      (loaded.get(id) ?? cache.get(id) ?? []).some((idOrName) => known(idOrName) === undefined);
    return { revisionIds: revisionIds.filter(isBroken) };
  };

  async function load(projectId: string, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
    const loaded = new Map<string, readonly string[]>();
    for (let start = 0; start < ids.length; start += AT_ONCE)
      for (const revision of await stores.integrations.listRevisions(projectId, ids.slice(start, start + AT_ONCE))) {
        const { id, contentJson, destinationIds } = revision;
        const names = manifestDestinationNames(JSON.parse(contentJson));
        const targets = names.map((name) => idIn(destinationIds, name) ?? name);
        loaded.set(id, targets);
        // A revision of 0.1.0 gets its ids later, so it is loaded again.
        if (destinationIds !== null) remember(id, targets);
      }
    return loaded;
  }

  function remember(id: string, targets: readonly string[]): void {
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
    cache.set(id, targets);
  }
}
