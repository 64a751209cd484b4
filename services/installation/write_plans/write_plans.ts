import type { Call } from '../../../lib/rpc/call.ts';
import { objectWrites, type PlannedWrite } from '../configs/object_writes.ts';
import { makeByConfig } from '../installations/by_config.ts';
import type { InstallationStore, InstallationSummary } from '../installations/installation.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import { bad } from '../read_plans/read_plans.ts';

/** What a write of one object needs, with its installation. */
export type OwnedWrite = PlannedWrite & Omit<InstallationSummary, 'revisionId' | 'latestRevisionId'>;

type Deps = { stores: { installations: InstallationStore; integrations: IntegrationStore } };
type Request = { projectId: string; integrationId: string; groupRef: string; objectName: string };

/**
 * The plan of a write, by the object's native name, its mapped name (with inheritMapping) or its key in the config; of
 * several objects that one name fits, the first of these. Throws notFound for the integration, invalidArgument for the
 * group or the object. Bad credentials are not looked at: the call to the provider finds them.
 */
export function makeFindWritePlan({ stores }: Deps) {
  const writesOf = makeByConfig(stores, objectWrites);

  return async function findWritePlan(_call: Call, { projectId, objectName, ...of }: Request): Promise<OwnedWrite> {
    const found = await writesOf(projectId, of);
    if (!found) {
      await integrationOf(stores, projectId, of.integrationId);
      throw bad('groupRef', 'body', 'The group has no installation of this integration.');
    }
    const { revisionId: _pinned, latestRevisionId: _latest, ...owner } = found.summary;
    const writes = found.derived;
    const write =
      writes.find((one) => one.objectName === objectName) ??
      writes.find((one) => one.mappedObjectName === objectName) ??
      writes.find((one) => one.key === objectName);
    if (!write) throw bad('objectName', 'path', notWritten(writes));
    return { ...write, ...owner };
  };
}

function notWritten(writes: readonly PlannedWrite[]): string {
  const names = writes.map(({ mappedObjectName }) => mappedObjectName);
  return names.length > 0
    ? `The installation writes no object with this name; it writes ${names.join(', ')}.`
    : 'The installation writes no object: add the object to config.content.write.objects of the installation.';
}
