import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { Credentials } from '../credentials.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import { readObjectsOf } from '../manifests/manifest.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import { checkSignInHosts } from '../provider_apps/provider_apps.ts';
import type { CallOwner, Connectors, ProviderFacts } from '../providers/provider.ts';
import { knownProvider } from '../providers/providers.ts';
import { checkRefs } from '../refs.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { maskedFields } from '../update_mask.ts';
import { changeAccount, mergeAccount, workspaceOf } from './account.ts';
import type { ConnectionStore, FullConnection, InstallationsOfConnection, SecretConnection } from './connection.ts';
import { connectionEvent, type ObtainedCredentials, refreshSchedule } from './new_connection.ts';
import { obtainCredentials, tryCredentials, verdictOf } from './obtain_credentials.ts';
import { requestedCredentials } from './requested_credentials.ts';

type Stores = WithOutbox<{
  connections: ConnectionStore;
  installations: InstallationsOfConnection & {
    find(projectId: string, id: string): Promise<{ installation: { integrationId: string } } | undefined>;
  };
  integrations: IntegrationStore;
  providerApps: ProviderAppStore;
}>;
type Deps = UseCaseContext<Stores> & {
  connectors: Connectors;
  box: CredentialBox;
  audit: WriteAuditEntry<'installation'>;
};

type UpdateConnectionRequest = {
  projectId: string;
  connectionId: string;
  updateMask: string[];
  connectionJson: string;
  /** Whether the caller may change the address that stored credentials are sent to. */
  mayMove: boolean;
};

/** Maps each field of the update mask that replaces credentials to the kind of these credentials. */
const CREDENTIAL_KIND_OF_MASK: Record<string, string> = {
  apiKey: 'apiKey',
  basicAuth: 'basic',
  oauth2ClientCredentials: 'clientCredentials',
  oauth2PasswordCredentials: 'password',
};
const MASKS = ['providerWorkspaceRef', 'providerMetadata', ...Object.keys(CREDENTIAL_KIND_OF_MASK)];

type AccountChange = { workspaceRef?: string; metadataJson?: string };
/** The new credentials and their status; `credentials` is null if the stored credentials stay. */
type TestedChange =
  | Omit<ObtainedCredentials, 'providerAppId'>
  | ({ credentials: null } & Pick<ObtainedCredentials, 'status' | 'isVerified'>);

/**
 * Changes a connection. New values are tested at the provider first, outside of any transaction. New credentials get a
 * higher generation, so that a running refresh cannot restore the old credentials. Throws notFound, invalidArgument,
 * permissionDenied (stored credentials would go to another host), unprocessable and providerFailed.
 */
export function makeUpdateConnection(deps: Deps) {
  const { stores, connectors, box, clock, newId, audit } = deps;

  return async function updateConnection(call: Call, request: UpdateConnectionRequest): Promise<FullConnection> {
    const { projectId, connectionId, updateMask } = request;
    const given = parseJson(request.connectionJson || '{}') as unknown as Record<string, unknown>;
    const fields = maskedFields({ updateMask, given, allowed: MASKS, of: 'connection' });
    const before = await stores.connections.findSecret(projectId, connectionId);
    if (!before) throw noSuchConnection();
    const change = accountChange(fields, given);
    const credentials = credentialsOf(fields, given, box.open(before));
    const mustStay = !request.mayMove && credentials === null;
    if (mustStay) checkStays(before, change);
    const trial = await tried(call, before, change, credentials);
    return stores.transaction(async (s) => {
      const current = (await s.connections.lock(projectId, connectionId))
        ? await s.connections.findSecret(projectId, connectionId)
        : undefined;
      if (!current) throw noSuchConnection();
      if (mustStay) checkStays(current, change);
      await write(s, current, change, trial);
      const about = { projectId, targetId: connectionId, targetName: current.provider, fields };
      await audit(s.outbox, call, { action: 'connection.updated', ...about });
      return announced(s, current);
    });
  };

  /**
   * A caller that may not read credentials may not redirect them to another host. So this caller can change the target
   * of calls only together with the credentials. Throws permissionDenied.
   */
  function checkStays(connection: SecretConnection, change: AccountChange): void {
    const target = ({ workspaceRef, metadataJson }: Pick<SecretConnection, 'workspaceRef' | 'metadataJson'>) =>
      connectors.targetOf(connection.provider, connectors.variablesOf(connection.provider, workspaceRef, metadataJson));
    if (target(changeAccount(connection, change)) === target(connection)) return;
    throw new Problem(
      'permissionDenied',
      'This caller may not change the address that the stored credentials are sent to.',
      {
        remedy:
          'Send new credentials in the same request, or call from your server, with an API key of the scope full.',
      },
    );
  }

  async function tried(
    { deadline }: Call,
    before: SecretConnection,
    change: AccountChange,
    given: Record<string, unknown> | null,
  ): Promise<TestedChange> {
    const facts = knownProvider(connectors, before.provider);
    const { workspaceRef, metadataJson } = changeAccount(before, change);
    const variables = connectors.variablesOf(facts.name, workspaceRef, metadataJson);
    await connectors.checkVariables(facts.name, variables);
    const objects = await objectsReadBy(before);
    if (given) {
      const about = { owner: ownerOf(before), facts, variables, objects, deadline, now: clock.now() };
      return obtainCredentials(connectors, requestedCredentials(given, facts, about.now), about);
    }
    const credentials = box.open(before);
    if (credentials.kind === 'oauth2' && credentials.tokens.refreshToken) await checkHosts(before, facts, variables);
    if (credentials.kind === 'oauth2') return { credentials: null, status: 'created', isVerified: before.isVerified };
    const trial = { owner: ownerOf(before), provider: facts.name, credentials, variables, objects, deadline };
    return { credentials: null, ...verdictOf(await tryCredentials(connectors, trial)) };
  }

  /** Checks the hosts, because a refresh sends the secret of the app to the host in the variables. */
  async function checkHosts(before: SecretConnection, facts: ProviderFacts, variables: Record<string, string>) {
    const { projectId, provider, providerAppId } = before;
    const app = providerAppId
      ? await stores.providerApps.find(projectId, providerAppId)
      : await stores.providerApps.findDefault(projectId, provider);
    checkSignInHosts(connectors, { facts, variables, app });
  }

  async function objectsReadBy({ projectId, id }: SecretConnection) {
    const installationId = await stores.installations.findByConnection(projectId, id);
    const full = installationId ? await stores.installations.find(projectId, installationId) : undefined;
    if (!full) return [];
    const { latestRevision } = await integrationOf(stores, projectId, full.installation.integrationId);
    return readObjectsOf(latestRevision);
  }

  async function write(
    s: Stores,
    current: SecretConnection,
    change: AccountChange,
    trial: TestedChange,
  ): Promise<void> {
    const { projectId, id } = current;
    const time = clock.now();
    const account = changeAccount(current, change);
    const { status, isVerified } = trial;
    const shared = { status, isVerified, statusTime: time, updateTime: time };
    if (trial.credentials === null) {
      await s.connections.updateAccount(projectId, id, { ...account, ...shared });
      return;
    }
    await s.connections.replaceCredentials(projectId, id, current.generation, {
      ...mergeAccount(account, trial.learned),
      ...shared,
      ...refreshSchedule(trial.credentials),
      credentials: box.seal(current, trial.credentials),
      refreshFailures: 0,
      rejections: 0,
    });
  }

  async function announced(s: Stores, { projectId, id }: SecretConnection): Promise<FullConnection> {
    const full = await s.connections.find(projectId, id);
    if (!full) throw new Error('The connection is not there after it was written.');
    const about = { ...full.connection, consumerName: full.consumer.name };
    await s.outbox.add(connectionEvent('connection.updated', about, { eventId: newId(), time: clock.now() }));
    return full;
  }
}

function accountChange(fields: string[], given: Record<string, unknown>): AccountChange {
  const change: AccountChange = {
    ...(fields.includes('providerWorkspaceRef') && { workspaceRef: String(given['providerWorkspaceRef']) }),
    ...(fields.includes('providerMetadata') && { metadataJson: stringifyJson(given['providerMetadata']) }),
  };
  const providerWorkspaceRef = workspaceOf({ workspaceRef: '', metadataJson: '{}', ...change });
  checkRefs({ providerWorkspaceRef }, ['providerWorkspaceRef']);
  return change;
}

/**
 * The credential field to change; null when there is none. Throws invalidArgument when the connection has another kind
 * of credentials.
 */
function credentialsOf(
  fields: string[],
  given: Record<string, unknown>,
  current: Credentials,
): Record<string, unknown> | null {
  const masks = fields.filter((field) => field in CREDENTIAL_KIND_OF_MASK);
  const has = kindOf(current);
  const wrong = masks.filter((mask) => CREDENTIAL_KIND_OF_MASK[mask] !== has);
  if (wrong.length > 0) throw wrongScheme(wrong, has);
  const [mask] = masks;
  return mask === undefined ? null : { [mask]: given[mask] };
}

function kindOf(credentials: Credentials): string {
  return credentials.kind === 'oauth2' ? (credentials.grant?.type ?? 'tokens') : credentials.kind;
}

function wrongScheme(wrong: string[], has: string): Problem {
  const fitting = MASKS.filter(
    (mask) => CREDENTIAL_KIND_OF_MASK[mask] === undefined || CREDENTIAL_KIND_OF_MASK[mask] === has,
  );
  return new Problem('invalidArgument', 'The connection has credentials of another kind.', {
    issues: wrong.map((mask) => ({
      in: 'body',
      name: 'updateMask',
      detail: `${mask} is not the kind of credentials of this connection`,
    })),
    remedy: `Use these masks: ${fitting.join(', ')}.`,
  });
}

function ownerOf({ projectId, providerAppId, id }: SecretConnection): CallOwner {
  return { projectId, providerAppId, account: id };
}

function noSuchConnection(): Problem {
  return notFound('connection');
}
