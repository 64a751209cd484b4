import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ClockAndIds } from '../../../lib/use_case/given.ts';
import { type AuthScheme, type Credentials, refreshTimeOf, type TokenAnswer } from '../credentials.ts';
import { isPlainObject } from '../fault.ts';
import type { Integration } from '../integrations/integration.ts';
import { readObjectsOf } from '../manifests/manifest.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import { checkSignInHosts } from '../provider_apps/provider_apps.ts';
import type { Connectors } from '../providers/provider.ts';
import { knownProvider } from '../providers/providers.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { accountOf } from './account.ts';
import type { FullConnection, SecretConnection } from './connection.ts';
import { checkParties, type InsertConnection } from './connection_quotas.ts';
import { obtainCredentials } from './obtain_credentials.ts';
import { requestedCredentials } from './requested_credentials.ts';

type Deps = ClockAndIds & { box: CredentialBox };

type Asked = {
  projectId: string;
  provider: string;
  groupRef: string;
  consumerRef: string;
  workspaceRef: string;
  metadataJson: string;
};

type GetIntegration = (projectId: string, idOrName: string) => Promise<Integration>;

export type Obtained = {
  authScheme: AuthScheme;
  credentials: Credentials;
  learned: TokenAnswer['metadata'];
  providerAppId: string | null;
  /** `working` when a call has succeeded with the credentials. */
  status: 'created' | 'working';
  /** The provider accepted the credentials: in a call, or by issuing tokens for them. */
  isVerified: boolean;
};

/** A new connection with sealed credentials. The caller stores it. */
export function newConnection({ newId, box, clock }: Deps, asked: Asked, obtained: Obtained): SecretConnection {
  const { authScheme, credentials, providerAppId, status, isVerified } = obtained;
  const [id, now] = [newId(), clock.now()];
  return {
    id,
    projectId: asked.projectId,
    provider: asked.provider,
    groupRef: asked.groupRef,
    consumerRef: asked.consumerRef,
    ...accountOf(asked, obtained.learned),
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

/** `integrationIdOrName`: whose first object is asked for where the provider has no health check; may be empty. */
export type GenerateRequest = Asked & {
  groupName: string;
  consumerName: string;
  credentialsJson: string;
  integrationIdOrName: string;
};

/**
 * Creates a connection from the credentials in the request, after the provider was asked with them. Throws
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
    // The refresh token is sent with the secret of the app.
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
