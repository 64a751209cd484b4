import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { QuotaStore } from '../../domain/quota.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { checkConnectionQuotas } from '../../connections/usecases/connection_quotas.ts';
import { checkParties } from '../../connections/usecases/check_parties.ts';
import { knownProvider } from '../../providers/usecases/known_provider.ts';
import { hasSignInPage, type OpenSignIn, unfit } from './open_sign_in.ts';

type Deps = { stores: { connections: ConnectionStore; quotas: QuotaStore }; connectors: Connectors };

export type OauthRequest = {
  projectId: string;
  provider: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
  providerAppId: string;
  /** Origin of the page that asked; empty for a server. */
  openerOrigin: string;
  returnUrl: string;
  createsOnly: boolean;
};

/**
 * Starts a sign-in on the provider's own page and returns its URL. Throws invalidArgument, notFound (the provider app)
 * and unprocessable.
 */
export function makeStartOauth({ stores, connectors }: Deps, openSignIn: OpenSignIn) {
  return async function startOauth(_call: Call, request: OauthRequest): Promise<{ url: string }> {
    checkParties(request);
    const { provider, ...signIn } = request;
    const facts = knownProvider(connectors, provider);
    if (!hasSignInPage(facts))
      throw unfit(`${facts.displayName} has no sign-in page.`, 'Send the credentials with connections:generate.');
    if (!(await mayRefresh(request))) await checkConnectionQuotas(stores, request);
    return openSignIn(facts, { ...signIn, connectionId: null });
  };

  /** Whether the sign-in may be for an account that is connected: only its end tells which account it is. */
  async function mayRefresh({ projectId, provider, groupRef, consumerRef }: OauthRequest): Promise<boolean> {
    const filter = { provider, groupRef, consumerRef };
    return (await stores.connections.list(projectId, filter, { after: '', limit: 1 })).length > 0;
  }
}
