import type { QuotaStore } from '../../domain/quota.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { Resolution, DestinationStore } from '../../destinations/domain/destination.ts';
import type { Integration, IntegrationStore } from '../domain/integration.ts';
import type { DeployEntry } from './deploy_entry.ts';
import type { ReadSource, Source } from '../../uploads/usecases/read_source.ts';
import type { YamlEntries } from '../../manifests/usecases/yaml_entries.ts';

type Deps = {
  stores: Transacting<{
    integrations: IntegrationStore;
    quotas: QuotaStore;
    events: OutboxStore;
    destinations: DestinationStore;
  }>;
  log: Log;
};

type Request = Source & { projectId: string; destructive?: boolean; resolution?: Resolution; dryRun?: boolean };
type Uses = { readSource: ReadSource; yamlEntries: YamlEntries; deployEntry: DeployEntry };

/**
 * Deploys a manifest: all of its integrations, or none if one is invalid. Matches them by name. Deploying the same file
 * twice changes nothing. Throws invalidArgument, unprocessable and conflict.
 *
 * A dry run does the same work and rolls it back, so it finds every fault that a deploy would find. It returns the
 * integrations as they would be; ids that the deploy would make are empty.
 */
export function makeUpsertIntegrations({ stores, log }: Deps, { readSource, yamlEntries, deployEntry }: Uses) {
  return async function upsertIntegrations(call: Call, request: Request): Promise<Integration[]> {
    const { projectId, destructive = false, resolution = null, dryRun = false } = request;
    const entries = await yamlEntries(projectId, await readSource(call, projectId, request), resolution);
    const names = entries.map(({ content }) => content.name);
    const deployed = await rolledBack(stores, dryRun, async (s) => {
      const known = await s.integrations.lockByNames(projectId, names);
      const added = names.length - known.length;
      if (added > 0) await s.quotas.reserve('integrations', { projectId }, added);
      const byName = new Map(known.map((one) => [one.name, one]));
      for (const entry of entries) {
        const before = byName.get(entry.content.name);
        await deployEntry(s, { projectId, destructive, resolution }, entry, before);
      }
      const now = await s.integrations.listByNames(projectId, names);
      return dryRun ? now.map((one) => withoutNewIds(one, byName.get(one.name))) : now;
    });
    const warnings = entries.reduce((sum, entry) => sum + entry.warnings.length, 0);
    if (!dryRun) log.info('integrations deployed', { projectId, integrations: entries.length, warnings });
    const order = new Map(names.map((name, i) => [name, i]));
    return deployed.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
  };
}

/** Ends the transaction of a dry run without a trace. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('A dry run was rolled back.');
    this.result = result;
  }
}

async function rolledBack<S, T>(stores: Transacting<S>, isDryRun: boolean, work: (s: S) => Promise<T>): Promise<T> {
  if (!isDryRun) return stores.transaction(work);
  try {
    return await stores.transaction(async (s) => {
      throw new RolledBack(await work(s));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

type Before = { id: string; revisionId: string } | undefined;

function withoutNewIds(integration: Integration, before: Before): Integration {
  const { latestRevision } = integration;
  const revisionId = latestRevision.id === before?.revisionId ? latestRevision.id : '';
  return { ...integration, id: before?.id ?? '', latestRevision: { ...latestRevision, id: revisionId } };
}
