import type { ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import type { CredentialBox } from '../../secrets/usecases/credential_box.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { FullConnection } from '../domain/connection.ts';
import { requestedCredentials } from '../domain/requested_credentials.ts';
import { isPlainObject } from '../../domain/node_at_path.ts';
import { checkParties } from './check_parties.ts';
import { checkSignInHosts } from '../../provider_apps/usecases/check_sign_in_hosts.ts';
import type { InsertConnection } from './insert_connection.ts';
import { knownProvider } from '../../providers/usecases/known_provider.ts';
import { newConnection, type Asked } from './new_connection.ts';
import { obtainCredentials } from './obtain_credentials.ts';

type Deps = {
  stores: { providerApps: ProviderAppStore };
  connectors: Connectors;
  box: CredentialBox;
  clock: Clock;
  newId: NewId;
};

export type GenerateRequest = Asked & { groupName: string; consumerName: string; credentialsJson: string };

/**
 * Creates a connection from the credentials in the request. Tests them first where the provider has a call for that.
 * Throws invalidArgument, unprocessable and providerFailed.
 */
export function makeGenerateConnection(deps: Deps, insertConnection: InsertConnection) {
  const { stores, connectors, clock } = deps;
  return async function generateConnection(call: Call, request: GenerateRequest): Promise<FullConnection> {
    checkParties(request);
    const facts = knownProvider(connectors, request.provider);
    const asked = requestedCredentials(parseCredentials(request.credentialsJson), facts, clock.now());
    const variables = connectors.variablesOf(facts.name, request.workspaceRef, request.metadataJson);
    await connectors.checkVariables(facts.name, variables);
    const app =
      asked.kind === 'tokens' ? await stores.providerApps.findDefault(request.projectId, facts.name) : undefined;
    // The refresh token is sent with the secret of the app.
    if (asked.kind === 'tokens' && asked.tokens.refreshToken) checkSignInHosts(connectors, { facts, variables, app });
    const { projectId, groupRef: account } = request;
    const owner = { projectId, providerAppId: app?.id ?? null, account };
    const obtained = await obtainCredentials(connectors, asked, { owner, facts, variables, now: clock.now() });
    const connection = newConnection(deps, request, { ...obtained, providerAppId: app?.id ?? null });
    return insertConnection(call, request, connection);
  };
}

function parseCredentials(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text || '{}');
  if (isPlainObject(value)) return value;
  throw new Problem('invalidArgument', 'The credentials must be an object.');
}
