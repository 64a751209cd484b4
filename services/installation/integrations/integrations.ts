import { isId } from '../../../lib/ids/ids.ts';
import { type Issue, notFound, Problem } from '../../../lib/problem/problem.ts';
import { similarName } from '../../../lib/problem/similar_name.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { type DestinationStore, manifestDestinationNames, type Resolution } from '../destinations/destination.ts';
import { child, type Fault, isPlainObject, items, pathText } from '../fault.ts';
import type { ManifestEntries } from '../manifests/manifest_entries.ts';
import { parseManifest } from '../manifests/yaml_entries.ts';
import type { QuotaStore } from '../quota.ts';
import type { ManifestSource, ReadSource } from '../uploads/read_source.ts';
import type { DeployEntry } from './deploy_entry.ts';
import type { Integration, IntegrationStore, StoredRevision } from './integration.ts';

type Stores = { integrations: IntegrationStore };

/** Finds an integration. Throws notFound. */
export async function integrationOf(stores: Stores, projectId: string, integrationId: string): Promise<Integration> {
  const integration = await stores.integrations.find(projectId, integrationId);
  if (!integration) throw notFound('integration');
  return integration;
}

/** Finds an integration by its id or name. Throws notFound, which suggests a similar name. */
export function makeGetIntegration({ stores }: { stores: { integrations: IntegrationStore } }) {
  const { integrations } = stores;

  return async function getIntegration(projectId: string, idOrName: string): Promise<Integration> {
    const find = isId(idOrName) ? integrations.find : integrations.findByName;
    const integration = await find(projectId, idOrName);
    if (!integration) throw await absent(projectId, idOrName);
    return integration;
  };

  /**
   * Returns a notFound problem that suggests the most similar name among the project's newest integrations (one page of
   * the list).
   */
  async function absent(projectId: string, idOrName: string): Promise<Problem> {
    const known = (await integrations.list(projectId)).map(({ name }) => name);
    const meant = similarName(idOrName, known);
    return notFound('integration', meant ? { remedy: `Did you mean ${meant}?` } : {});
  }
}

type Deps = { stores: { integrations: IntegrationStore } };
type GetRevisionUses = { getIntegration: ReturnType<typeof makeGetIntegration> };
type GetRevisionRequest = { projectId: string; integrationIdOrName: string; revisionId: string };

/** Finds one revision of an integration. Throws notFound, also for a revision of another integration. */
export function makeGetRevision({ stores }: Deps, { getIntegration }: GetRevisionUses) {
  return async function getRevision(request: GetRevisionRequest): Promise<StoredRevision> {
    const { projectId, integrationIdOrName, revisionId } = request;
    const { id } = await getIntegration(projectId, integrationIdOrName);
    const revision = await stores.integrations.findRevision(projectId, revisionId);
    if (revision?.integrationId !== id) throw notFound('revision');
    return revision;
  };
}

/**
 * Lists the destinations that a manifest names. The gateway resolves them before it deploys the manifest. Returns an
 * empty list for a manifest with a syntax error: the deploy reports the error. Throws invalidArgument and unprocessable
 * for the source.
 */
export function makeListManifestDestinations({ readSource }: { readSource: ReadSource }) {
  return async function listManifestDestinations(
    call: Call,
    request: ManifestSource & { projectId: string },
  ): Promise<string[]> {
    const { value } = await parseManifest(await readSource(call, request.projectId, request));
    const integrations = items(child({ value, path: [] }, 'integrations'));
    return [...new Set(integrations.flatMap((one) => manifestDestinationNames(one.value)))];
  };
}

type CreateIntegrationStores = WithOutbox<{
  integrations: IntegrationStore;
  quotas: QuotaStore;
  destinations: DestinationStore;
}>;
type CreateIntegrationDeps = UseCaseContext<CreateIntegrationStores>;

type CreateRequest = {
  projectId: string;
  name: string;
  provider: string;
  specVersion: string;
  contentJson: string;
  resolution?: Resolution;
};
type CreateUses = { manifestEntries: ManifestEntries; deployEntry: DeployEntry };

/**
 * Creates one integration from its content in JSON, validated by the rules of a manifest. Throws unprocessable,
 * alreadyExists and conflict.
 */
export function makeCreateIntegration({ stores }: CreateIntegrationDeps, { manifestEntries, deployEntry }: CreateUses) {
  return async function createIntegration(call: Call, request: CreateRequest): Promise<void> {
    const { projectId, name, provider, specVersion, resolution = null } = request;
    const sent: unknown = JSON.parse(request.contentJson);
    checkNameAndProvider(sent, { name, provider });
    const content = { ...withoutEmptySchedules(sent), name, provider };
    const manifest = { specVersion, integrations: [content] };
    const describe = (fault: Fault) => ({ issue: issueOf(fault), line: 0, column: 0 });
    const [entry] = await manifestEntries(projectId, manifest, describe, resolution);
    if (!entry) throw new Error('A manifest of one integration has one entry.');
    await stores.transaction(async (s) => {
      const [taken] = await s.integrations.lockByNames(projectId, [name]);
      if (taken)
        throw new Problem('alreadyExists', `The project has an integration named ${name} already.`, {
          context: { integrationId: taken.id },
        });
      await s.quotas.reserve('integrations', { projectId });
      const deploy = { projectId, destructive: false, resolution, createdBy: call.principal };
      await deployEntry(s, deploy, entry, undefined);
    });
  };
}

/**
 * The content may repeat the name and the provider, as lists of integrations do. Checks that they are equal to the
 * outer values.
 */
function checkNameAndProvider(content: unknown, outer: Record<string, string>): void {
  const issues = Object.entries(outer).flatMap(([key, value]): Issue[] => {
    const inner = isPlainObject(content) && Object.hasOwn(content, key) ? content[key] : undefined;
    const detail = `differs from the ${key} of the integration`;
    return inner === undefined || inner === value
      ? []
      : [{ in: 'body', name: `latestRevision.content.${key}`, detail }];
  });
  if (issues.length > 0) throw new Problem('unprocessable', 'The content belongs to another integration.', { issues });
}

/**
 * Removes empty schedules. A list of integrations shows an empty schedule for an object without a schedule, and a
 * client may send a listed integration back.
 */
function withoutEmptySchedules(content: unknown): object {
  const text = JSON.stringify(content, (key, value: unknown) =>
    key === 'schedule' && value === '' ? undefined : value,
  );
  return JSON.parse(text) as object;
}

/** Converts a path in the enclosing manifest to a path in the request body. */
function issueOf({ path, message, rule, suggestion }: Fault): Issue {
  const [first, , key] = path;
  const within = first === 'integrations' ? path.slice(2) : path;
  const isOuter = within.length === 1 && (key === 'name' || key === 'provider');
  const inBody = isOuter ? within : ['latestRevision', ...(first === 'integrations' ? ['content'] : []), ...within];
  return {
    in: 'body',
    name: pathText(inBody).slice(2),
    detail: `${message} (${rule})${suggestion ? ` ${suggestion}` : ''}`,
  };
}
