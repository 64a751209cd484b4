import { parseJson } from '../../../lib/json/json.ts';
import type { ConfigContent } from '../configs/config_content.ts';
import { configRemarks } from '../configs/config_rules.ts';
import { objectPlans } from '../configs/object_plan.ts';
import { ifEmptyFaults, unwritableRemarks } from '../configs/provider_write_rules.ts';
import { idIn } from '../destinations/destination.ts';
import type { FindDestinationNames } from '../destinations/destination_names.ts';
import { type Warning, warningOf } from '../fault.ts';
import type { HealthReportStore } from '../health_reports/health_report.ts';
import type { FullInstallation } from '../installations/installation.ts';
import type { IntegrationStore, StoredRevision } from '../integrations/integration.ts';
import { type ManifestIntegration, notRunBlocks, notRunFaults } from '../manifests/manifest.ts';
import type { Connectors } from '../providers/provider.ts';
import { type HealthFacts, type HealthReason, healthReasons } from './health.ts';

type Deps = { stores: { healthReports: HealthReportStore } };
type Parts = { findConfigFacts: FindConfigFacts; findDestinationNames: FindDestinationNames };

/** An installation with its health reasons and warnings, as callers see it. */
export type DescribedInstallation = FullInstallation & { healthReasons: HealthReason[]; warnings: Warning[] };

/**
 * Adds health reasons and warnings. The number of queries does not depend on the number of installations. It is 0 when
 * no installation has a report and all other facts are cached, as in most calls of BatchGetInstallations.
 */
export function makeDescribeInstallations({ stores }: Deps, { findConfigFacts, findDestinationNames }: Parts) {
  return async function describeInstallations(found: FullInstallation[]): Promise<DescribedInstallation[]> {
    if (found.length === 0) return [];
    const [facts, reports, destinations] = await Promise.all([
      findConfigFacts(found),
      stores.healthReports.listOpen(
        found.filter(({ hasReports = true }) => hasReports).map(({ installation }) => installation),
      ),
      destinationsOf(new Set(found.map(({ installation }) => installation.projectId))),
    ]);
    return found.map((owner, i) => {
      const { installation, connection } = owner;
      const { warnings = [], objects = [], notRun = [], configuredSince = 0 } = facts[i] ?? {};
      const reasons = healthReasons({
        installation,
        connection: connection.connection,
        objects,
        notRun,
        configuredSince,
        hasDestination: (idOrName) => destinations.get(installation.projectId)?.(idOrName) !== undefined,
        reported: reports.filter(({ installationId }) => installationId === installation.id),
      });
      return { ...owner, healthReasons: reasons, warnings: [...warnings, ...(owner.warnings ?? [])] };
    });
  };

  /** For each project, a function that finds the id of a destination by its id, name or former name. */
  async function destinationsOf(projectIds: ReadonlySet<string>) {
    const ids = [...projectIds];
    return new Map(await Promise.all(ids.map(async (id) => [id, await findDestinationNames(id)] as const)));
  }
}

type ConfigDeps = { stores: { integrations: IntegrationStore }; connectors: Pick<Connectors, 'find'> };

/** The facts that depend only on a config and the revisions of its integration. */
type ConfigFacts = Pick<HealthFacts, 'objects' | 'notRun' | 'configuredSince'> & { warnings: Warning[] };
type FindConfigFacts = ReturnType<typeof makeFindConfigFacts>;

const NO_FACTS: ConfigFacts = { objects: [], notRun: [], configuredSince: 0, warnings: [] };
const CACHE_SIZE = 5_000;

/**
 * Returns the facts of each installation, in order. Configs and revisions are immutable, so their facts are cached, and
 * most calls read and parse no revision. A cache miss costs one query per project.
 */
export function makeFindConfigFacts({ stores, connectors }: ConfigDeps) {
  const cache = new Map<string, ConfigFacts>();

  return async function findConfigFacts(found: FullInstallation[]): Promise<ConfigFacts[]> {
    const missed = found.filter((owner) => !cache.has(keyOf(owner)));
    const loaded = new Map<string, ConfigFacts>();
    for (const projectId of new Set(missed.map(({ installation }) => installation.projectId))) {
      const owners = missed.filter(({ installation }) => installation.projectId === projectId);
      const revisions = await revisionsOf(projectId, owners);
      for (const owner of owners) loaded.set(keyOf(owner), factsOf(owner, revisions, connectors));
    }
    const facts = found.map((owner) => loaded.get(keyOf(owner)) ?? cache.get(keyOf(owner)) ?? NO_FACTS);
    for (const [key, value] of loaded) remember(cache, key, value);
    return facts;
  };

  async function revisionsOf(projectId: string, owners: FullInstallation[]): Promise<Map<string, Revision>> {
    const ids = owners.flatMap(({ installation, latestRevisionId }) => [
      installation.config.revisionId,
      latestRevisionId,
    ]);
    const revisions = await stores.integrations.listRevisions(projectId, [...new Set(ids)].filter(Boolean));
    return new Map(revisions.map((one) => [one.id, { ...one, content: JSON.parse(one.contentJson) }]));
  }
}

type Revision = Pick<StoredRevision, 'id' | 'createTime' | 'destinationIds'> & { content: ManifestIntegration };

function keyOf({ installation: { config }, latestRevisionId }: FullInstallation): string {
  return `${config.id} ${latestRevisionId}`;
}

function remember(cache: Map<string, ConfigFacts>, key: string, facts: ConfigFacts): void {
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  cache.set(key, facts);
}

/** While an integration is being deleted, its revisions may be missing. Then there are no facts. */
function factsOf(
  { installation: { config }, latestRevisionId }: FullInstallation,
  revisions: Map<string, Revision>,
  connectors: Pick<Connectors, 'find'>,
): ConfigFacts {
  const pinned = revisions.get(config.revisionId);
  if (!pinned) return NO_FACTS;
  const latest = revisions.get(latestRevisionId) ?? pinned;
  const content = parseJson(config.contentJson) as ConfigContent;
  const ids = { config: config.destinationIds, pinned: pinned.destinationIds, latest: latest.destinationIds };
  const plans = objectPlans(content, pinned.content, latest.content, (where, name) => idIn(ids[where], name) ?? '');
  return {
    objects: plans.map(({ objectName, destinationName, destinationId, disabled }) => ({
      objectName,
      destinationName,
      destinationId,
      disabled,
    })),
    notRun: notRunBlocks(latest.content),
    configuredSince: Math.max(config.createTime, latest.createTime),
    warnings: warningsOf(content, { pinned: pinned.content, latest: latest.content }, connectors),
  };
}

type Revisions = { pinned: ManifestIntegration; latest: ManifestIntegration };

function warningsOf(content: ConfigContent, revisions: Revisions, connectors: Pick<Connectors, 'find'>): Warning[] {
  const { pinned, latest } = revisions;
  const block = { value: latest, path: ['latestRevision', 'content'] };
  const provider = connectors.find(pinned.provider);
  const write = { value: content.write, path: ['config', 'content', 'write'] };
  return [
    ...configRemarks(content, pinned),
    ...ifEmptyFaults(write, pinned, provider),
    ...unwritableRemarks(content, revisions, provider),
    ...notRunFaults(block),
  ].map(warningOf);
}
