import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { Warning } from '../../domain/warning.ts';
import type { ManifestIntegration } from '../../manifests/domain/manifest.ts';
import type { Entry } from '../../manifests/usecases/manifest_entries.ts';
import type { JudgeYaml } from '../../manifests/usecases/yaml_entries.ts';
import type { ReadSource } from '../../uploads/usecases/read_source.ts';
import type { Integration } from '../domain/integration.ts';
import type { DeployEntries, DeployStores } from './deploy_entries.ts';
import type { DeployRequest } from './upsert_integrations.ts';

/** What a deploy would do to one integration. `before` is undefined if it would be created. */
export type PlannedIntegration = {
  name: string;
  provider: string;
  change: 'created' | 'changed' | 'unchanged';
  before: Integration | undefined;
  contentJson: string;
  warnings: Warning[];
  /** Objects that are read now and that the manifest no longer has. A destructive deploy pauses their reads. */
  droppedObjects: string[];
};
/** With problems, nothing can be deployed and `integrations` is empty. */
export type DryRun = { problems: Warning[]; integrations: PlannedIntegration[] };

type Deps = { stores: Transacting<DeployStores> };
type Uses = { readSource: ReadSource; judgeYaml: JudgeYaml; deployEntries: DeployEntries };

/** Ends a transaction that must not be committed. */
class RolledBack extends Error {}

/**
 * Deploys a manifest in a transaction that is rolled back, and tells the differences (docs/adr/0039). Faults of the
 * manifest are part of the result. Throws what a deploy throws for other reasons: invalidArgument, conflict, the problems
 * of the quotas, and unprocessable for a source beyond a limit.
 */
export function makeDryRunIntegrations({ stores }: Deps, { readSource, judgeYaml, deployEntries }: Uses) {
  return async function dryRunIntegrations(call: Call, request: DeployRequest): Promise<DryRun> {
    const { projectId, destructive = false, resolution = null, expectedRevisionIds = {} } = request;
    const judged = await judgeYaml(projectId, await readSource(call, projectId, request), resolution);
    if (judged.problems.length > 0)
      return { problems: judged.problems.map(({ warning }) => warning), integrations: [] };
    const { entries } = judged;
    const names = entries.map(({ content }) => content.name);
    const deploy = { projectId, destructive, resolution, createdBy: call.principal, expectedRevisionIds };
    const integrations = await withoutEffect(stores, async (s) => {
      const before = byName(await s.integrations.listByNames(projectId, names));
      await deployEntries(s, deploy, entries);
      const after = byName(await s.integrations.listByNames(projectId, names));
      return entries.map((entry) => planned(entry, before.get(entry.content.name), after.get(entry.content.name)));
    });
    return { problems: [], integrations };
  };
}

async function withoutEffect<T>(stores: Transacting<DeployStores>, work: (s: DeployStores) => Promise<T>): Promise<T> {
  const done: T[] = [];
  await stores
    .transaction(async (s) => {
      done.splice(0, 1, await work(s));
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return done[0] as T;
}

function byName(integrations: Integration[]): Map<string, Integration> {
  return new Map(integrations.map((one) => [one.name, one]));
}

function planned(
  { content, contentJson, warnings }: Entry,
  before: Integration | undefined,
  after: Integration | undefined,
): PlannedIntegration {
  const isSame = before?.latestRevision.id === after?.latestRevision.id;
  return {
    name: content.name,
    provider: content.provider,
    change: before === undefined ? 'created' : isSame ? 'unchanged' : 'changed',
    before,
    contentJson,
    warnings,
    droppedObjects: before ? droppedFrom(before, content) : [],
  };
}

function droppedFrom({ latestRevision }: Integration, now: ManifestIntegration): string[] {
  const kept = new Set(objectNames(now));
  return objectNames(JSON.parse(latestRevision.contentJson) as ManifestIntegration).filter((name) => !kept.has(name));
}

function objectNames({ read }: ManifestIntegration): string[] {
  return (read?.objects ?? []).map(({ objectName }) => objectName);
}
