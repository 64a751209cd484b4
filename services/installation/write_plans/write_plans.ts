import { parseJson } from '../../../lib/json/json.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ConfigContent } from '../configs/config_content.ts';
import { objectWrites, type PlannedWrite } from '../configs/object_writes.ts';
import { pinnedRevision } from '../configs/plans_for.ts';
import type { FullInstallation, InstallationStore } from '../installations/installation.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { bad, ownerOf } from '../read_plans/read_plans.ts';

/** What a write of one object needs, with its installation and integration. */
export type OwnedWrite = PlannedWrite & { owner: FullInstallation; integrationName: string };

type Deps = { stores: { installations: InstallationStore; integrations: IntegrationStore } };
type Request = { projectId: string; integrationId: string; groupRef: string; objectName: string };

/**
 * The plan of a write, by the object's native name, its mapped name (with inheritMapping) or its key in the config; of
 * several objects that one name fits, the first of these. Throws notFound for the integration, invalidArgument for the
 * group or the object. Bad credentials are not looked at: the call to the provider finds them.
 */
export function makeFindWritePlan({ stores }: Deps) {
  return async function findWritePlan(_call: Call, { objectName, ...request }: Request): Promise<OwnedWrite> {
    const integration = await integrationOf(stores, request.projectId, request.integrationId);
    const owner = await ownerOf(stores, request);
    const pinned = await pinnedRevision(stores, owner.installation, integration);
    const writes = objectWrites(
      parseJson(owner.installation.config.contentJson) as ConfigContent,
      JSON.parse(pinned.contentJson) as ManifestIntegration,
      JSON.parse(integration.latestRevision.contentJson) as ManifestIntegration,
    );
    const write =
      writes.find((one) => one.objectName === objectName) ??
      writes.find((one) => one.mappedObjectName === objectName) ??
      writes.find((one) => one.key === objectName);
    if (!write) throw bad('objectName', 'path', notWritten(writes));
    return { ...write, owner, integrationName: integration.name };
  };
}

function notWritten(writes: readonly PlannedWrite[]): string {
  const names = writes.map(({ mappedObjectName }) => mappedObjectName);
  return names.length > 0
    ? `The installation writes no object with this name; it writes ${names.join(', ')}.`
    : 'The installation writes no object: add the object to config.content.write.objects of the installation.';
}
