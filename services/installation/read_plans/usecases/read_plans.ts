import { parseJson } from '../../../../lib/json/json.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { ConfigContent } from '../../configs/domain/config_content.ts';
import { idIn, projectedIds } from '../../destinations/domain/destination_ids.ts';
import type { FullInstallation, Installation } from '../../installations/domain/installation.ts';
import type { Integration } from '../../integrations/domain/integration.ts';
import type { ManifestIntegration } from '../../manifests/domain/manifest.ts';
import {
  objectPlans,
  type DestinationIdOf,
  type IsWanted,
  type ObjectPlan,
  type ReadPlan,
} from '../domain/read_plan.ts';
import type { Stores } from '../../secrets/domain/stores.ts';

/** The read plans of one installation, from its config, the pinned revision and the latest one. */
export async function plansOf(
  stores: Stores,
  owner: FullInstallation,
  integration: Integration,
  isWanted?: IsWanted,
): Promise<ReadPlan[]> {
  const plans = await plansFor(stores, owner.installation, integration, isWanted);
  const { name: integrationName, latestRevision } = integration;
  return plans.map((plan) => ({ ...plan, owner, integrationName, latestRevisionTime: latestRevision.createTime }));
}

/**
 * Names mean what was stored with their revision or config; those of 0.1.0 mean what the projection of destinations
 * says.
 */
export async function plansFor(
  stores: Stores,
  { projectId, config }: Installation,
  { latestRevision }: Integration,
  isWanted?: IsWanted,
): Promise<ObjectPlan[]> {
  const pinned =
    config.revisionId === latestRevision.id
      ? latestRevision
      : await stores.integrations.findRevision(projectId, config.revisionId);
  if (!pinned) throw new Error('A config is pinned to a revision that is not there.');
  const content = parseJson(config.contentJson) as ConfigContent;
  const latest = JSON.parse(latestRevision.contentJson) as ManifestIntegration;
  const former = pinned === latestRevision ? latest : (JSON.parse(pinned.contentJson) as ManifestIntegration);
  const plans = (idOf: DestinationIdOf) => objectPlans(content, former, latest, idOf, isWanted);
  const ids = { config: config.destinationIds, pinned: pinned.destinationIds, latest: latestRevision.destinationIds };
  const resolved = plans((where, name) => idIn(ids[where], name) ?? '');
  if (resolved.every(({ destinationId }) => destinationId !== '')) return resolved;
  const projected = projectedIds(await stores.destinations.list(projectId));
  return plans((where, name) => idIn(ids[where], name) ?? projected(name) ?? '');
}

/** Finds an integration. Throws notFound. */
export async function integrationOf(stores: Stores, projectId: string, integrationId: string): Promise<Integration> {
  const integration = await stores.integrations.find(projectId, integrationId);
  if (!integration) throw new Problem('notFound', 'There is no such integration.');
  return integration;
}
