import type { DestinationStore } from '../../destinations/domain/destination.ts';
import { parseJson } from '../../../../lib/json/json.ts';
import type { ConfigContent } from '../domain/config_content.ts';
import { idIn, projectedIds } from '../../destinations/domain/destination_ids.ts';
import type { InstallationConfig } from '../domain/installation_config.ts';
import type { Integration, IntegrationStore } from '../../integrations/domain/integration.ts';
import type { ManifestIntegration } from '../../manifests/domain/manifest.ts';
import type { PlannedObject } from '../../../../lib/read_plan/read_plan.ts';
import { objectPlans, type DestinationIdOf } from '../domain/object_plan.ts';

type Stores = { integrations: IntegrationStore; destinations: DestinationStore };

/**
 * Names mean what was stored with their revision or config; those of 0.1.0 mean what the projection of destinations
 * says.
 */
export async function plansFor(
  stores: Stores,
  { projectId, config }: { projectId: string; config: InstallationConfig },
  { latestRevision }: Integration,
): Promise<PlannedObject[]> {
  const pinned =
    config.revisionId === latestRevision.id
      ? latestRevision
      : await stores.integrations.findRevision(projectId, config.revisionId);
  if (!pinned) throw new Error('A config is pinned to a revision that is not there.');
  const content = parseJson(config.contentJson) as ConfigContent;
  const revisions = [pinned, latestRevision].map(({ contentJson }) => JSON.parse(contentJson) as ManifestIntegration);
  const plans = (idOf: DestinationIdOf) =>
    objectPlans(content, revisions[0] as ManifestIntegration, revisions[1] as ManifestIntegration, idOf);
  const ids = { config: config.destinationIds, pinned: pinned.destinationIds, latest: latestRevision.destinationIds };
  const resolved = plans((where, name) => idIn(ids[where], name) ?? '');
  if (resolved.every(({ destinationId }) => destinationId !== '')) return resolved;
  const projected = projectedIds(await stores.destinations.list(projectId));
  return plans((where, name) => idIn(ids[where], name) ?? projected(name) ?? '');
}
