import type { Keyset } from '../../../lib/db/keyset.ts';
import type { TransactionalStores } from '../../../lib/db/transacting.ts';
import type { EventOf } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import { type DestinationStore, idIn, manifestDestinationNames, projectedIds } from '../destinations/destination.ts';
import type { HealthReportStore } from '../health_reports/health_report.ts';
import type {
  FullInstallation,
  InstallationFilter,
  InstallationStore,
  Suspects,
} from '../installations/installation.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import type { DescribedInstallation } from './describe_installations.ts';
import { healthStatus } from './health.ts';

type Filter = Omit<InstallationFilter, 'suspects'> & { healthStatus: string };
type Deps = {
  list(projectId: string, filter: InstallationFilter, keyset: Keyset): Promise<FullInstallation[]>;
  findSuspects: FindSuspects;
  describe(found: FullInstallation[]): Promise<DescribedInstallation[]>;
};

/** `next`: the id to continue after; empty at the end. */
type FoundByHealth = { found: FullInstallation[]; next: string };

const ROWS_PER_QUERY = 500;
const MAX_FOUND = 100;
/** Max rows that one call describes, so that a call is fast even when few rows have the requested status. */
const MAX_ROWS = 2_000;

/**
 * Lists installations of one health status, newest first. The status is derived from many facts, so rows are described
 * first and then filtered. A call may return few installations, or none, and still have a `next`. For `unhealthy`, the
 * query selects only rows that may be unhealthy, so that a few unhealthy installations among many healthy ones are
 * found fast.
 */
export function makeListByHealth({ list, describe, findSuspects }: Deps) {
  return async function listByHealth(projectId: string, filter: Filter, pageToken: string): Promise<FoundByHealth> {
    const { healthStatus: wanted, ...asked } = filter;
    const others = wanted === 'unhealthy' ? { ...asked, suspects: await findSuspects(projectId) } : asked;
    const found: FullInstallation[] = [];
    let after = pageToken;
    for (let scanned = 0; scanned < MAX_ROWS && found.length < MAX_FOUND; scanned += ROWS_PER_QUERY) {
      const rows = await list(projectId, others, { after, limit: ROWS_PER_QUERY });
      const described = await describe(rows);
      found.push(...described.filter(({ healthReasons }) => healthStatus(healthReasons) === wanted));
      if (rows.length < ROWS_PER_QUERY) return { found, next: '' };
      after = rows.at(-1)?.installation.id ?? '';
    }
    return { found, next: after };
  };
}

type FindSuspectsDeps = {
  stores: {
    integrations: Pick<IntegrationStore, 'listRevisions'>;
    installations: { listRevisionIds(projectId: string): Promise<string[]> };
    destinations: Pick<DestinationStore, 'list'>;
  };
};
type FindSuspects = ReturnType<typeof makeFindSuspects>;

const CACHE_SIZE = 5_000;
/** Revisions per query. */
const REVISIONS_PER_QUERY = 100;

/**
 * Finds the revisions that name a missing destination, because the row of an installation does not show this reason.
 * Searching revisions is cheaper: a project has few revisions and may have many installations.
 */
export function makeFindSuspects({ stores }: FindSuspectsDeps) {
  /** The ids or names of destinations, by revision. Revisions are immutable, so an entry stays valid. */
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
    for (let start = 0; start < ids.length; start += REVISIONS_PER_QUERY)
      for (const revision of await stores.integrations.listRevisions(
        projectId,
        ids.slice(start, start + REVISIONS_PER_QUERY),
      )) {
        const { id, contentJson, destinationIds } = revision;
        const names = manifestDestinationNames(JSON.parse(contentJson));
        const targets = names.map((name) => idIn(destinationIds, name) ?? name);
        loaded.set(id, targets);
        // A revision of 0.1.0 gets its destination ids later, so it is not cached.
        if (destinationIds !== null) remember(id, targets);
      }
    return loaded;
  }

  function remember(id: string, targets: readonly string[]): void {
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
    cache.set(id, targets);
  }
}

type NoteHealthDeps = {
  stores: TransactionalStores<{
    inbox: InboxStore;
    installations: InstallationStore;
    healthReports: HealthReportStore;
  }>;
};

/**
 * Stores a health reason that the service `reads` reported. Idempotent. The row lock serializes it with the deletion of
 * the installation, so that no report remains after the installation.
 */
export function makeNoteHealth({ stores }: NoteHealthDeps) {
  return async function noteHealth({ id, projectId, payload }: EventOf<'installation.health.reported'>): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'reads'))) return;
      if (!(await s.installations.lock(projectId, payload.installationId))) return;
      await s.healthReports.save(projectId, { ...payload, destinationId: payload.destinationId ?? null });
    });
  };
}
