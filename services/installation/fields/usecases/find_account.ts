import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { ManifestIntegration } from '../../manifests/domain/manifest.ts';
import type { Account } from '../../call_auth/usecases/ask_provider.ts';
import { absenceRemedy } from '../../providers/usecases/known_provider.ts';
import { integrationOf } from '../../integrations/usecases/integration_of.ts';

type Deps = {
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

type Needs = Deps;

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
