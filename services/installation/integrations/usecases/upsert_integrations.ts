import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { Resolution } from '../../destinations/domain/destination.ts';
import type { YamlEntries } from '../../manifests/usecases/yaml_entries.ts';
import type { ReadSource, Source } from '../../uploads/usecases/read_source.ts';
import type { DeployPlan, Integration } from '../domain/integration.ts';
import type { Expected } from './check_expected.ts';
import type { DeployEntries, DeployStores } from './deploy_entries.ts';
import { planOf } from './plan_of.ts';

type Deps = { stores: Transacting<DeployStores>; log: Log };
type Request = Source & {
  projectId: string;
  destructive?: boolean;
  resolution?: Resolution;
  dryRun?: boolean;
  expectedRevisionIds?: Expected;
};
type Uses = { readSource: ReadSource; yamlEntries: YamlEntries; deployEntries: DeployEntries };
/** `plan` is that of a dry run. */
export type Deployed = Integration & { plan?: DeployPlan };

/**
 * Deploys a manifest: all of its integrations, or none if one is invalid. Matches them by name. Deploying the same file
 * twice changes nothing. Throws invalidArgument, unprocessable and conflict.
 *
 * A dry run does the same work and rolls it back, so it finds every fault that a deploy would find (docs/adr/0039). It
 * returns the integrations as they would be, with a plan; ids that the deploy would make are empty.
 */
export function makeUpsertIntegrations({ stores, log }: Deps, { readSource, yamlEntries, deployEntries }: Uses) {
  return async function upsertIntegrations(call: Call, request: Request): Promise<Deployed[]> {
    const { projectId, destructive = false, resolution = null, dryRun = false, expectedRevisionIds = {} } = request;
    const entries = await yamlEntries(projectId, await readSource(call, projectId, request), resolution);
    const names = entries.map(({ content }) => content.name);
    const deploy = { projectId, destructive, resolution, createdBy: call.principal, expectedRevisionIds };
    const deployed = await rolledBack(stores, dryRun, async (s): Promise<Deployed[]> => {
      const before = dryRun ? await s.integrations.listByNames(projectId, names) : [];
      await deployEntries(s, deploy, entries);
      const now = await s.integrations.listByNames(projectId, names);
      return dryRun ? now.map((one) => planned(one, before)) : now;
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

/** Without the ids that were rolled back. */
function planned(now: Integration, all: readonly Integration[]): Deployed {
  const before = all.find(({ id }) => id === now.id);
  const plan = planOf(before, now);
  const revisionId = plan.change === 'unchanged' ? now.latestRevision.id : '';
  return { ...now, id: before?.id ?? '', latestRevision: { ...now.latestRevision, id: revisionId }, plan };
}
