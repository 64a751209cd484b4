import type { ObjectMetadata } from '../../../lib/fields/field_metadata.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Account, AskProvider } from '../call_auth/ask_provider.ts';
import type { ConnectionStore } from '../connections/connection.ts';
import type { InstallationStore } from '../installations/installation.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { Connectors } from '../providers/provider.ts';
import { absenceRemedy } from '../providers/providers.ts';

type Deps = {
  stores: { integrations: IntegrationStore; connections: ConnectionStore; installations: InstallationStore };
  connectors: Connectors;
};

type Request = AccountQuestion & { objectName: string; excludeReadOnly: boolean };
/** `mappedObjectName` is set when the manifest renames the object. */
type NamedMetadata = ObjectMetadata & { mappedObjectName?: string };

/** Reads the fields of an object from the provider. Throws notFound, unprocessable, providerFailed and unavailable. */
export function makeGetObjectMetadata(deps: Deps, { askProvider }: { askProvider: AskProvider }) {
  return async function getObjectMetadata(
    call: Call,
    { objectName, excludeReadOnly, ...question }: Request,
  ): Promise<NamedMetadata> {
    const account = await findAccount(deps, question);
    const { native, mapped } = namesOf(account.revision, objectName);
    // A path is not an object name. It is accepted only if the manifest maps it to a name.
    if (native.startsWith('/') && !mapped) throw notFound('object');
    const { fields, ...about } = await askProvider(call, account, (via) =>
      deps.connectors.describeObject({ ...via, object: native }),
    );
    const kept = Object.entries(fields).filter(([, { readOnly }]) => !excludeReadOnly || readOnly !== true);
    return { ...about, ...(mapped && { mappedObjectName: mapped }), fields: Object.fromEntries(kept) };
  };
}

/** The native name, and the mapped name if any, of an object that is requested by either. */
export function namesOf(revision: ManifestIntegration | null, asked: string): { native: string; mapped?: string } {
  const objects = revision?.read?.objects ?? [];
  const found =
    objects.find(({ objectName }) => objectName === asked) ?? objects.find(({ mapToName }) => mapToName === asked);
  return { native: found?.objectName ?? asked, ...(found?.mapToName && { mapped: found.mapToName }) };
}

type FindAccountDeps = {
  stores: { installations: InstallationStore; integrations: IntegrationStore; connections: ConnectionStore };
  connectors: Connectors;
};

/** Names a group's account: by its installation of an integration, or by a provider. The other one is empty. */
export type AccountQuestion = {
  projectId: string;
  integrationId: string;
  provider: string;
  groupRef: string;
  /** Only connections of this consumer; empty for any. */
  consumerRef: string;
};
/** `revision` is the one that the installation's config is pinned to; null when the account was found by provider. */
export type FoundAccount = Account & { revision: ManifestIntegration | null };

type Needs = FindAccountDeps;

/** Finds the connection to call a provider with. Throws notFound. */
export function findAccount(needs: Needs, question: AccountQuestion): Promise<FoundAccount> {
  return question.integrationId ? throughInstallation(needs, question) : atProvider(needs, question);
}

async function throughInstallation(
  { stores }: Needs,
  { projectId, integrationId, groupRef, consumerRef }: AccountQuestion,
): Promise<FoundAccount> {
  const { latestRevision } = await integrationOf(stores, projectId, integrationId);
  const [owner] = await stores.installations.list(projectId, { integrationId, groupRef });
  const connection = owner?.connection.connection;
  if (!owner || !connection || (consumerRef && connection.consumerRef !== consumerRef))
    throw new Problem('notFound', 'The group has no installation of this integration.');
  const { revisionId } = owner.installation.config;
  const pinned =
    revisionId === latestRevision.id ? latestRevision : await stores.integrations.findRevision(projectId, revisionId);
  const revision = JSON.parse((pinned ?? latestRevision).contentJson) as ManifestIntegration;
  return { connection, module: revision.module ?? '', revision };
}

async function atProvider({ stores, connectors }: Needs, question: AccountQuestion): Promise<FoundAccount> {
  const { projectId, provider } = question;
  if (!connectors.find(provider)) throw notFound('provider', { remedy: absenceRemedy(connectors, provider) });
  const found = await stores.connections.findDefault(projectId, question);
  if (!found) throw new Problem('notFound', 'The group has no connection to this provider.');
  return { connection: found.connection, module: '', revision: null };
}
