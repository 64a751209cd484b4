import type { TransactionalStores } from '../../../lib/db/transacting.ts';
import type { Log } from '../../../lib/log/log.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { DestinationStore, Resolution } from '../destinations/destination.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { ManifestEntry } from '../manifests/manifest_entries.ts';
import type { YamlEntries } from '../manifests/yaml_entries.ts';
import type { QuotaStore } from '../quota.ts';
import type { ManifestSource, ReadSource } from '../uploads/read_source.ts';
import type { DeployEntry, DeployOptions } from './deploy_entry.ts';
import type { DeployPlan, Integration, IntegrationStore, Revision } from './integration.ts';
import { integrationOf } from './integrations.ts';

/** The stores of a deploy. */
type DeployStores = WithOutbox<{
  integrations: IntegrationStore;
  quotas: QuotaStore;
  destinations: DestinationStore;
}>;
type DeployEntries = ReturnType<typeof makeDeployEntries>;

/** Deploys the entries of a manifest in the caller's transaction. Throws conflict and the problems of the quotas. */
export function makeDeployEntries({ deployEntry }: { deployEntry: DeployEntry }) {
  return async function deployEntries(
    s: DeployStores,
    deploy: DeployOptions & { expectedRevisionIds: ExpectedRevisions },
    entries: ManifestEntry[],
  ): Promise<void> {
    const { projectId, expectedRevisionIds } = deploy;
    const names = entries.map(({ content }) => content.name);
    const known = await s.integrations.lockByNames(projectId, names);
    checkExpected(expectedRevisionIds, known);
    const added = names.length - known.length;
    if (added > 0) await s.quotas.reserve('integrations', { projectId }, added);
    const byName = new Map(known.map((one) => [one.name, one]));
    for (const entry of entries) await deployEntry(s, deploy, entry, byName.get(entry.content.name));
  };
}

/**
 * The latest revisions that the caller knows: integration name → revision id; '' for an integration that must be new.
 */
type ExpectedRevisions = Record<string, string>;

/**
 * Checks that the latest revisions are the revisions that the caller's diff is based on. `known`: rows that the
 * transaction has locked. Throws conflict.
 */
function checkExpected(expected: ExpectedRevisions, known: readonly { name: string; revisionId: string }[]): void {
  const latest = new Map(known.map(({ name, revisionId }) => [name, revisionId]));
  const moved = Object.entries(expected).filter(([name, id]) => (latest.get(name) ?? '') !== id);
  if (moved.length === 0) return;
  const names = moved.map(([name]) => name).join(', ');
  throw new Problem('conflict', `Another deploy changed ${names} since the expected revision; nothing was changed.`, {
    issues: moved.map(([name, id]) => ({
      in: 'body',
      name: `expectedRevisionIds.${name}`,
      detail: `is ${id || 'empty'}, but the latest revision is ${latest.get(name) ?? 'missing'}`,
    })),
    remedy: 'Make the diff again, and deploy with the revisions that it names.',
  });
}

type Deps = UseCaseContext<WithOutbox<{ integrations: IntegrationStore; destinations: DestinationStore }>>;

type CreateRevisionRequest = ManifestSource & {
  projectId: string;
  integrationId: string;
  destructive: boolean;
  resolution?: Resolution;
  expectedRevisionIds?: ExpectedRevisions;
};
type CreateRevisionUses = { readSource: ReadSource; yamlEntries: YamlEntries; deployEntry: DeployEntry };

/**
 * Gives one integration a new revision from a manifest. The whole manifest must be valid; its other entries are
 * ignored. Throws notFound, invalidArgument, unprocessable, and conflict when the latest revision is not the revision
 * that the caller expects.
 */
export function makeCreateRevision({ stores }: Deps, { readSource, yamlEntries, deployEntry }: CreateRevisionUses) {
  return async function createRevision(call: Call, request: CreateRevisionRequest): Promise<void> {
    const { projectId, integrationId, destructive, resolution = null, expectedRevisionIds = {} } = request;
    const { name } = await integrationOf(stores, projectId, integrationId);
    const entries = await yamlEntries(projectId, await readSource(call, projectId, request), resolution);
    const entry = entries.find(({ content }) => content.name === name);
    if (!entry) throw notNamed(name);
    await stores.transaction(async (s) => {
      const [before] = await s.integrations.lockByNames(projectId, [name]);
      if (before?.id !== integrationId) throw notFound('integration');
      checkExpected(expectedRevisionIds, [before]);
      await deployEntry(s, { projectId, destructive, resolution, createdBy: call.principal }, entry, before);
    });
  };
}

function notNamed(name: string): Problem {
  const detail = `The manifest has no integration named ${name}.`;
  return new Problem('unprocessable', detail, { issues: [{ in: 'body', name: '$.integrations', detail }] });
}

type UpsertIntegrationsDeps = UseCaseContext<DeployStores> & { log: Log };
type UpsertIntegrationsRequest = ManifestSource & {
  projectId: string;
  destructive?: boolean;
  resolution?: Resolution;
  dryRun?: boolean;
  expectedRevisionIds?: ExpectedRevisions;
};
type UpsertIntegrationsUses = { readSource: ReadSource; yamlEntries: YamlEntries; deployEntries: DeployEntries };
/** Only a dry run returns `plan`. */
type DeployedIntegration = Integration & { plan?: DeployPlan };

/**
 * Deploys a manifest: all of its integrations, or none if one is invalid. Existing integrations are found by name.
 * Deploying the same file twice changes nothing. Throws invalidArgument, unprocessable and conflict.
 *
 * A dry run does the same work and rolls the transaction back, so it finds every fault that a deploy would find
 * (docs/adr/0039). It returns the integrations as they would be after the deploy, each with a plan; the ids that a
 * deploy would create are empty.
 */
export function makeUpsertIntegrations(
  { stores, log }: UpsertIntegrationsDeps,
  { readSource, yamlEntries, deployEntries }: UpsertIntegrationsUses,
) {
  return async function upsertIntegrations(
    call: Call,
    request: UpsertIntegrationsRequest,
  ): Promise<DeployedIntegration[]> {
    const { projectId, destructive = false, resolution = null, dryRun = false, expectedRevisionIds = {} } = request;
    const entries = await yamlEntries(projectId, await readSource(call, projectId, request), resolution);
    const names = entries.map(({ content }) => content.name);
    const deploy = { projectId, destructive, resolution, createdBy: call.principal, expectedRevisionIds };
    const deployed = await transactionOrDryRun(stores, dryRun, async (s): Promise<DeployedIntegration[]> => {
      const before = dryRun ? await s.integrations.listByNames(projectId, names) : [];
      await deployEntries(s, deploy, entries);
      const now = await s.integrations.listByNames(projectId, names);
      return dryRun ? now.map((one) => dryRunResult(one, before)) : now;
    });
    const warnings = entries.reduce((sum, entry) => sum + entry.warnings.length, 0);
    if (!dryRun) log.info('integrations deployed', { projectId, integrations: entries.length, warnings });
    const order = new Map(names.map((name, i) => [name, i]));
    return deployed.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
  };
}

/** Thrown in the transaction of a dry run, so that the transaction rolls back. `result`: the result of the dry run. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('A dry run was rolled back.');
    this.result = result;
  }
}

async function transactionOrDryRun<S, T>(
  stores: TransactionalStores<S>,
  isDryRun: boolean,
  work: (s: S) => Promise<T>,
): Promise<T> {
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

/** An integration in the result of a dry run: with its plan, and without the ids that were rolled back. */
function dryRunResult(now: Integration, all: readonly Integration[]): DeployedIntegration {
  const before = all.find(({ id }) => id === now.id);
  const plan = deployPlanOf(before, now);
  const revisionId = plan.change === 'unchanged' ? now.latestRevision.id : '';
  return { ...now, id: before?.id ?? '', latestRevision: { ...now.latestRevision, id: revisionId }, plan };
}

/** Compares an integration before and after a deploy. */
function deployPlanOf(before: Integration | undefined, now: Integration): DeployPlan {
  if (!before) return { change: 'created', former: undefined, droppedObjects: [] };
  const kept = new Set(objectNames(now.latestRevision));
  return {
    change: before.latestRevision.id === now.latestRevision.id ? 'unchanged' : 'changed',
    former: before.latestRevision,
    droppedObjects: objectNames(before.latestRevision).filter((name) => !kept.has(name)),
  };
}

function objectNames({ contentJson }: Revision): string[] {
  const { read } = JSON.parse(contentJson) as ManifestIntegration;
  return (read?.objects ?? []).map(({ objectName }) => objectName);
}
