import type { AuditActor, WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { type EventOf, eventOf } from '../../../lib/events/event.ts';
import type { ConnectionBlock } from '../../../lib/events/payloads.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { type AuthScheme, type Credentials, refreshTimeOf, type TokenAnswer } from '../credentials.ts';
import { isPlainObject } from '../fault.ts';
import type { Integration } from '../integrations/integration.ts';
import { readObjectsOf } from '../manifests/manifest.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import { checkSignInHosts } from '../provider_apps/provider_apps.ts';
import type { Connectors } from '../providers/provider.ts';
import { knownProvider } from '../providers/providers.ts';
import type { QuotaStore } from '../quota.ts';
import { checkRefs } from '../refs.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { mergeAccount, workspaceOf } from './account.ts';
import type { Connection, ConnectionStore, FullConnection, PartyStore, SecretConnection } from './connection.ts';
import { obtainCredentials } from './obtain_credentials.ts';
import { requestedCredentials } from './requested_credentials.ts';

type Deps = ClockAndIds & { box: CredentialBox };

type ConnectionRequest = {
  projectId: string;
  provider: string;
  groupRef: string;
  consumerRef: string;
  workspaceRef: string;
  metadataJson: string;
};

type GetIntegration = (projectId: string, idOrName: string) => Promise<Integration>;

export type ObtainedCredentials = {
  authScheme: AuthScheme;
  credentials: Credentials;
  learned: TokenAnswer['metadata'];
  providerAppId: string | null;
  /** `working` when a call has succeeded with the credentials. */
  status: 'created' | 'working';
  /** Whether the provider accepted the credentials: in a call, or by issuing tokens for them. */
  isVerified: boolean;
};

/** Creates a connection with encrypted credentials. The caller stores it. */
export function newConnection(
  { newId, box, clock }: Deps,
  asked: ConnectionRequest,
  obtained: ObtainedCredentials,
): SecretConnection {
  const { authScheme, credentials, providerAppId, status, isVerified } = obtained;
  const [id, now] = [newId(), clock.now()];
  return {
    id,
    projectId: asked.projectId,
    provider: asked.provider,
    groupRef: asked.groupRef,
    consumerRef: asked.consumerRef,
    ...mergeAccount(asked, obtained.learned),
    providerAppId,
    authScheme,
    status,
    statusTime: now,
    isVerified,
    generation: 1,
    ...refreshSchedule(credentials),
    refreshFailures: 0,
    rejections: 0,
    rejectionTime: null,
    createTime: now,
    updateTime: null,
    credentials: box.seal({ projectId: asked.projectId, id }, credentials),
    fence: 0,
  };
}

/** Expiry and next refresh of these credentials, in Unix milliseconds. */
export function refreshSchedule(credentials: Credentials): { expireTime: number | null; refreshTime: number | null } {
  if (credentials.kind !== 'oauth2') return { expireTime: null, refreshTime: null };
  return { expireTime: credentials.tokens.expireTime ?? null, refreshTime: refreshTimeOf(credentials, Math.random()) };
}

type GenerateConnectionDeps = ClockAndIds & {
  stores: { providerApps: ProviderAppStore };
  connectors: Connectors;
  box: CredentialBox;
};

/**
 * `integrationIdOrName`: may be empty. If the provider has no health check, the first object of this integration is
 * read to test the credentials.
 */
export type GenerateRequest = ConnectionRequest & {
  groupName: string;
  consumerName: string;
  credentialsJson: string;
  integrationIdOrName: string;
};

/**
 * Creates a connection from the credentials in the request, after a call to the provider has tested them. Throws
 * invalidArgument, notFound (the integration), unprocessable and providerFailed.
 */
export function makeGenerateConnection(
  deps: GenerateConnectionDeps,
  { insertConnection, getIntegration }: { insertConnection: InsertConnection; getIntegration: GetIntegration },
) {
  const { stores, connectors, clock } = deps;
  return async function generateConnection(call: Call, request: GenerateRequest): Promise<FullConnection> {
    checkParties(request);
    const facts = knownProvider(connectors, request.provider);
    const asked = requestedCredentials(parseCredentials(request.credentialsJson), facts, clock.now());
    const variables = connectors.variablesOf(facts.name, request.workspaceRef, request.metadataJson);
    await connectors.checkVariables(facts.name, variables);
    const objects = await objectsToAsk(request);
    const app =
      asked.kind === 'tokens' ? await stores.providerApps.findDefault(request.projectId, facts.name) : undefined;
    // A refresh sends the refresh token with the secret of the app, so the target hosts are checked.
    if (asked.kind === 'tokens' && asked.tokens.refreshToken) checkSignInHosts(connectors, { facts, variables, app });
    const { projectId, groupRef: account } = request;
    const owner = { projectId, providerAppId: app?.id ?? null, account };
    const about = { owner, facts, variables, objects, deadline: call.deadline, now: clock.now() };
    const obtained = await obtainCredentials(connectors, asked, about);
    const connection = newConnection(deps, request, { ...obtained, providerAppId: app?.id ?? null });
    return insertConnection(call, request, connection);
  };

  async function objectsToAsk({ projectId, integrationIdOrName, provider }: GenerateRequest) {
    if (integrationIdOrName === '') return [];
    const integration = await getIntegration(projectId, integrationIdOrName);
    return integration.provider === provider ? readObjectsOf(integration.latestRevision) : [];
  }
}

function parseCredentials(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text || '{}');
  if (isPlainObject(value)) return value;
  throw new Problem('invalidArgument', 'The credentials must be an object.');
}

type Stores = { quotas: QuotaStore };

type QuotaOwner = { projectId: string; groupRef: string };

/**
 * Locks and checks both quotas of connections. Must be called before the transaction writes groups and consumers: all
 * transactions lock in this order, so that they do not deadlock. Throws unprocessable; the transaction holds the locks
 * even then.
 */
export async function reserveConnectionQuotas(s: Stores, { projectId, groupRef }: QuotaOwner): Promise<void> {
  await s.quotas.reserve('connections', { projectId });
  await s.quotas.reserve('connectionsOfGroup', { projectId, groupRef });
}

/** Checks both quotas without a lock, before a customer goes to the provider. Throws unprocessable. */
export async function checkConnectionQuotas(s: Stores, { projectId, groupRef }: QuotaOwner): Promise<void> {
  await s.quotas.check('connections', { projectId });
  await s.quotas.check('connectionsOfGroup', { projectId, groupRef });
}

type InsertStores = WithOutbox<Stores & { groups: PartyStore; consumers: PartyStore; connections: ConnectionStore }>;
type InsertConnectionDeps = UseCaseContext<InsertStores> & { audit: WriteAuditEntry<'installation'> };

type People = { projectId: string; groupRef: string; groupName: string; consumerRef: string; consumerName: string };
export type InsertConnection = ReturnType<typeof makeInsertConnection>;

/**
 * Stores a connection. Creates or renames its group and consumer in the same transaction. Throws unprocessable (the
 * quotas).
 */
export function makeInsertConnection({ stores, clock, newId, audit }: InsertConnectionDeps) {
  return async function insertConnection(
    by: AuditActor,
    people: People,
    connection: SecretConnection,
  ): Promise<FullConnection> {
    const { projectId, groupRef, groupName, consumerRef, consumerName } = people;
    return stores.transaction(async (s) => {
      const time = clock.now();
      await reserveConnectionQuotas(s, people);
      await s.groups.upsert(projectId, { ref: groupRef, name: groupName, time });
      await s.consumers.upsert(projectId, { ref: consumerRef, name: consumerName, time });
      await s.connections.insert(connection);
      const stored = await s.connections.find(projectId, connection.id);
      if (!stored) throw new Error('The connection is not there after it was inserted.');
      const about = { ...connection, consumerName: stored.consumer.name };
      await s.outbox.add(connectionEvent('connection.created', about, { eventId: newId(), time }));
      const what = { projectId, targetId: connection.id, targetName: connection.provider };
      await audit(s.outbox, by, { action: 'connection.created', ...what });
      return stored;
    });
  };
}

type Parties = {
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
};

/** Validates the refs and names of a request to connect. Throws invalidArgument. */
export function checkParties({ groupRef, groupName, consumerRef, consumerName, ...account }: Parties): void {
  const providerWorkspaceRef = workspaceOf(account);
  const optional = ['groupName', 'consumerName', 'providerWorkspaceRef'];
  checkRefs({ groupRef, consumerRef, groupName, consumerName, providerWorkspaceRef }, optional);
}

type ConnectionFacts = Pick<Connection, 'id' | 'projectId' | 'provider' | 'groupRef' | 'consumerRef'> & {
  consumerName: string;
};
type EventIdAndTime = { eventId: string; time: number };
type ConnectionChangeType = 'connection.created' | 'connection.updated' | 'connection.deleted' | 'connection.refreshed';

export function connectionEvent<T extends ConnectionChangeType>(
  type: T,
  connection: ConnectionFacts,
  { eventId, time }: EventIdAndTime,
): EventOf<T> {
  return eventOf(type, { id: eventId, projectId: connection.projectId, time, payload: connectionBlock(connection) });
}

/** Creates connection.error. `errors`: safe for the builder; they may quote the provider, but contain no credential. */
export function connectionErrorEvent(
  connection: ConnectionFacts,
  errors: string[],
  { eventId, time }: EventIdAndTime,
): EventOf<'connection.error'> {
  const payload = { ...connectionBlock(connection), errors, error: errors };
  return eventOf('connection.error', { id: eventId, projectId: connection.projectId, time, payload });
}

function connectionBlock({
  id,
  projectId,
  provider,
  groupRef,
  consumerRef,
  consumerName,
}: ConnectionFacts): ConnectionBlock {
  return { projectId, connectionId: id, provider, groupRef, consumerRef, consumerName };
}
