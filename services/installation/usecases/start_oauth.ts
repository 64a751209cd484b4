import type { Call } from '../../../lib/rpc/call.ts';
import { checkParties } from './check_parties.ts';
import type { Deps } from './deps.ts';
import { knownProvider } from './known_provider.ts';
import { hasSignInPage, type OpenSignIn, unfit } from './open_sign_in.ts';

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
export type StartOauth = ReturnType<typeof makeStartOauth>;

/**
 * Starts a sign-in on the provider's own page and returns its URL. Throws invalidArgument, notFound (the provider app)
 * and unprocessable.
 */
export function makeStartOauth({ connectors }: Pick<Deps, 'connectors'>, openSignIn: OpenSignIn) {
  return async function startOauth(_call: Call, request: OauthRequest): Promise<{ url: string }> {
    checkParties(request);
    const { provider, ...signIn } = request;
    const facts = knownProvider(connectors, provider);
    if (!hasSignInPage(facts))
      throw unfit(`${facts.displayName} has no sign-in page.`, 'Send the credentials with connections:generate.');
    return openSignIn(facts, { ...signIn, connectionId: null });
  };
}
