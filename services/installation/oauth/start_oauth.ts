import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ConnectionStore } from '../connections/connection.ts';
import { checkConnectionQuotas, checkParties } from '../connections/new_connection.ts';
import type { Connectors } from '../providers/provider.ts';
import { knownProvider } from '../providers/providers.ts';
import type { QuotaStore } from '../quota.ts';
import { hasSignInPage, notForProvider, type OpenSignIn } from './open_sign_in.ts';

type Deps = { stores: { connections: ConnectionStore; quotas: QuotaStore }; connectors: Connectors };

type OauthRequest = {
  projectId: string;
  provider: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
  providerAppId: string;
  /** Origin of the page that sent the request; empty for a server. */
  openerOrigin: string;
  returnUrl: string;
  createsOnly: boolean;
  byFrontendKey: boolean;
};

/**
 * Starts a sign-in on the provider's own page and returns its URL. Throws invalidArgument, notFound (the provider app)
 * and unprocessable.
 */
export function makeStartOauth({ stores, connectors }: Deps, openSignIn: OpenSignIn) {
  return async function startOauth(call: Call, request: OauthRequest): Promise<{ url: string }> {
    checkParties(request);
    const { provider, byFrontendKey, ...signIn } = request;
    const facts = knownProvider(connectors, provider);
    if (!hasSignInPage(facts))
      throw notForProvider(
        `${facts.displayName} has no sign-in page.`,
        'Send the credentials with connections:generate.',
      );
    if (!(await mayRefresh(request))) await checkConnectionQuotas(stores, request);
    return openSignIn(facts, { ...signIn, connectionId: null, frontendKey: byFrontendKey ? call.principal : null });
  };

  /**
   * Whether the sign-in may be for an account that is already connected. The account is known only when the sign-in
   * ends.
   */
  async function mayRefresh({ projectId, provider, groupRef, consumerRef }: OauthRequest): Promise<boolean> {
    const filter = { provider, groupRef, consumerRef };
    return (await stores.connections.list(projectId, filter, { after: '', limit: 1 })).length > 0;
  }
}

type RestartRequest = { projectId: string; connectionId: string; openerOrigin: string; byFrontendKey: boolean };
type RestartOauthDeps = { stores: { connections: ConnectionStore }; connectors: Connectors };

/**
 * Starts a new sign-in for an existing connection, which keeps its id, group, consumer and account. Throws notFound,
 * invalidArgument (variables) and unprocessable.
 */
export function makeRestartOauth({ stores, connectors }: RestartOauthDeps, openSignIn: OpenSignIn) {
  return async function restartOauth(
    call: Call,
    { projectId, connectionId, openerOrigin, byFrontendKey }: RestartRequest,
  ): Promise<{ url: string }> {
    const full = await stores.connections.find(projectId, connectionId);
    if (!full) throw notFound('connection');
    const { provider, groupRef, consumerRef, workspaceRef, metadataJson, providerAppId } = full.connection;
    const facts = connectors.find(provider);
    if (!facts || !hasSignInPage(facts)) throw notBySignIn();
    return openSignIn(facts, {
      projectId,
      connectionId,
      groupRef,
      groupName: full.group.name,
      consumerRef,
      consumerName: full.consumer.name,
      workspaceRef,
      metadataJson,
      providerAppId: full.providerApp ? (providerAppId ?? '') : '',
      openerOrigin,
      returnUrl: '',
      createsOnly: false,
      frontendKey: byFrontendKey ? call.principal : null,
    });
  };
}

function notBySignIn(): Problem {
  return new Problem('unprocessable', 'This connection was not made on a sign-in page of the provider.', {
    remedy: 'Send new credentials with PATCH …/connections/{connectionId}.',
  });
}
