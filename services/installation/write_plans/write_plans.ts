import { parseJson } from '../../../lib/json/json.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ConfigContent } from '../configs/config_content.ts';
import { objectWrites, type PlannedWrite } from '../configs/object_writes.ts';
import type { InstallationStore, InstallationSummary } from '../installations/installation.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { bad } from '../read_plans/read_plans.ts';

/** What a write of one object needs, with its installation. */
export type OwnedWrite = PlannedWrite & Omit<InstallationSummary, 'revisionId' | 'latestRevisionId'>;

type Deps = { stores: { installations: InstallationStore; integrations: IntegrationStore } };
type Request = { projectId: string; integrationId: string; groupRef: string; objectName: string };

const MAX_KNOWN = 1_000;

/**
 * The plan of a write, by the object's native name, its mapped name (with inheritMapping) or its key in the config; of
 * several objects that one name fits, the first of these. Throws notFound for the integration, invalidArgument for the
 * group or the object. Bad credentials are not looked at: the call to the provider finds them.
 */
export function makeFindWritePlan({ stores }: Deps) {
  // Configs and revisions never change under their id, so what follows from three of them is known for good.
  const known = new Map<string, readonly PlannedWrite[]>();

  return async function findWritePlan(_call: Call, { projectId, objectName, ...of }: Request): Promise<OwnedWrite> {
    const { writes, owner } = await findWrites(projectId, of);
    const write =
      writes.find((one) => one.objectName === objectName) ??
      writes.find((one) => one.mappedObjectName === objectName) ??
      writes.find((one) => one.key === objectName);
    if (!write) throw bad('objectName', 'path', notWritten(writes));
    return { ...write, ...owner };
  };

  async function findWrites(projectId: string, of: { integrationId: string; groupRef: string }) {
    for (;;) {
      const summary = await stores.installations.findSummary(projectId, of);
      if (!summary) {
        await integrationOf(stores, projectId, of.integrationId);
        throw bad('groupRef', 'body', 'The group has no installation of this integration.');
      }
      const { revisionId, latestRevisionId, ...owner } = summary;
      const key = `${owner.configId} ${revisionId} ${latestRevisionId}`;
      const writes = known.get(key) ?? (await writesOf(summary));
      // The config was replaced between the two looks.
      if (!writes) continue;
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(key, writes);
      return { writes, owner };
    }
  }

  async function writesOf(summary: InstallationSummary): Promise<readonly PlannedWrite[] | null> {
    const { projectId, installationId, configId, revisionId, latestRevisionId } = summary;
    const found = await stores.installations.find(projectId, installationId);
    if (found?.installation.config.id !== configId) return null;
    const ids = [...new Set([revisionId, latestRevisionId])];
    const revisions = await stores.integrations.listRevisions(projectId, ids);
    const contentOf = (id: string): ManifestIntegration | null => {
      const revision = revisions.find((one) => one.id === id);
      return revision ? (JSON.parse(revision.contentJson) as ManifestIntegration) : null;
    };
    const [pinned, latest] = [contentOf(revisionId), contentOf(latestRevisionId)];
    const content = parseJson(found.installation.config.contentJson) as ConfigContent;
    // Revisions go with their integration, and the next look says so.
    return pinned && latest && objectWrites(content, pinned, latest);
  }
}

function notWritten(writes: readonly PlannedWrite[]): string {
  const names = writes.map(({ mappedObjectName }) => mappedObjectName);
  return names.length > 0
    ? `The installation writes no object with this name; it writes ${names.join(', ')}.`
    : 'The installation writes no object: add the object to config.content.write.objects of the installation.';
}
