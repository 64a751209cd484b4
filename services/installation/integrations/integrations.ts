import { isId } from '../../../lib/ids/ids.ts';
import { notFound, type Problem } from '../../../lib/problem/problem.ts';
import { similarName } from '../../../lib/problem/similar_name.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { manifestDestinationNames } from '../destinations/destination.ts';
import { child, items } from '../fault.ts';
import { parseManifest } from '../manifests/yaml_entries.ts';
import type { ReadSource, Source } from '../uploads/read_source.ts';
import type { Integration, IntegrationStore, StoredRevision } from './integration.ts';

type Stores = { integrations: IntegrationStore };

/** Finds an integration. Throws notFound. */
export async function integrationOf(stores: Stores, projectId: string, integrationId: string): Promise<Integration> {
  const integration = await stores.integrations.find(projectId, integrationId);
  if (!integration) throw notFound('integration');
  return integration;
}

/** Finds an integration by its id or name. Throws notFound, with the similar name of another one. */
export function makeGetIntegration({ stores }: { stores: { integrations: IntegrationStore } }) {
  const { integrations } = stores;

  return async function getIntegration(projectId: string, idOrName: string): Promise<Integration> {
    const find = isId(idOrName) ? integrations.find : integrations.findByName;
    const integration = await find(projectId, idOrName);
    if (!integration) throw await absent(projectId, idOrName);
    return integration;
  };

  /** The newest integrations are enough for a suggestion. */
  async function absent(projectId: string, idOrName: string): Promise<Problem> {
    const known = (await integrations.list(projectId)).map(({ name }) => name);
    const meant = similarName(idOrName, known);
    return notFound('integration', meant ? { remedy: `Did you mean ${meant}?` } : {});
  }
}

type Deps = { stores: { integrations: IntegrationStore } };
type Uses = { getIntegration: ReturnType<typeof makeGetIntegration> };
type Request = { projectId: string; integrationIdOrName: string; revisionId: string };

/** One revision of an integration. Throws notFound, also for a revision of another integration. */
export function makeGetRevision({ stores }: Deps, { getIntegration }: Uses) {
  return async function getRevision(request: Request): Promise<StoredRevision> {
    const { projectId, integrationIdOrName, revisionId } = request;
    const { id } = await getIntegration(projectId, integrationIdOrName);
    const revision = await stores.integrations.findRevision(projectId, revisionId);
    if (revision?.integrationId !== id) throw notFound('revision');
    return revision;
  };
}

/**
 * The destinations that a manifest names, for the gateway to resolve before it deploys the manifest. None for a
 * manifest with a syntax fault: its deploy reports the fault. Throws invalidArgument and unprocessable for the source.
 */
export function makeListManifestDestinations({ readSource }: { readSource: ReadSource }) {
  return async function listManifestDestinations(
    call: Call,
    request: Source & { projectId: string },
  ): Promise<string[]> {
    const { value } = await parseManifest(await readSource(call, request.projectId, request));
    const integrations = items(child({ value, path: [] }, 'integrations'));
    return [...new Set(integrations.flatMap((one) => manifestDestinationNames(one.value)))];
  };
}
