import { createHash } from 'node:crypto';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { type Credentials, callAuth } from '../../../connectors/engine/auth/auth.ts';
import { healthCheckRequest, readHealthCheck } from '../../../connectors/engine/auth/health_check.ts';
import {
  authorizeUrl,
  clientCredentialsRequest,
  codeExchangeRequest,
  passwordRequest,
  refreshRequest,
  usesPkce,
} from '../../../connectors/engine/auth/oauth.ts';
import { readTokenResponse, type Tokens } from '../../../connectors/engine/auth/token_response.ts';
import type { OauthFacts, Provider } from '../../../connectors/engine/file/provider.ts';
import { readPage } from '../../../connectors/engine/read/read.ts';
import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import type { Lab } from '../lab.ts';
import { LAB } from '../sign_in/credentials.ts';
import { labTarget } from './read_everything.ts';

const REDIRECT = 'https://causeway.example/callbacks/v1/oauth';

/** Faults of a sign-in that refuses valid credentials or accepts invalid ones. */
export async function signInFaults(lab: Lab, name: string): Promise<string[]> {
  try {
    const { auth } = lab.provider(name);
    const credentials = auth.type === 'oauth2' ? await signedIn(lab, name, auth) : lab.credentials(name);
    return [...(await refusalFaults(lab, name, credentials, true)), ...(await strangerFaults(lab, name, auth.type))];
  } catch (error) {
    return [`sign-in: ${(error as Error).message}`];
  }
}

/** Gets an access token by the file's grant, and refreshes it once if there is a refresh token. */
async function signedIn(lab: Lab, name: string, { grant }: OauthFacts): Promise<Credentials> {
  const provider = lab.provider(name);
  const client = { clientId: LAB.clientId, clientSecret: LAB.clientSecret, variables: lab.variables(name) };
  const tokens = async (request: OutboundRequest) => readTokenResponse(provider, await lab.send(request), Date.now());
  const first = await tokens(await grantRequest(lab, provider, grant, client));
  const { refreshToken } = first;
  const last: Tokens = refreshToken ? await tokens(refreshRequest(provider, { ...client, refreshToken })) : first;
  return { scheme: 'oauth2', accessToken: last.accessToken };
}

type Client = { clientId: string; clientSecret: string; variables: Record<string, string> };

async function grantRequest(lab: Lab, provider: Provider, grant: OauthFacts['grant'], client: Client) {
  if (grant === 'clientCredentials') return clientCredentialsRequest(provider, client);
  if (grant === 'password')
    return passwordRequest(provider, { ...client, username: LAB.username, password: LAB.password });
  const codeVerifier = 'a verifier that is long enough to be one, as in RFC 7636';
  const proof = createHash('sha256').update(codeVerifier).digest('base64url');
  const isPkce = usesPkce(provider);
  const asked = { ...client, redirectUri: REDIRECT, state: 'state', ...(isPkce && { codeChallenge: proof }) };
  const { headers } = await lab.send({ method: 'GET', url: authorizeUrl(provider, asked) });
  const back = new URL(headers['location'] ?? 'https://nowhere.example');
  const code = back.searchParams.get('code');
  if (!code || back.searchParams.get('state') !== 'state')
    throw new Error('its authorization page redirected without a code');
  return codeExchangeRequest(provider, { ...client, code, redirectUri: REDIRECT, ...(isPkce && { codeVerifier }) });
}

/** Makes the cheapest call with the credentials: the health check, or else a page of the first object. */
async function refusalFaults(lab: Lab, name: string, credentials: Credentials, isWelcome: boolean): Promise<string[]> {
  const provider = lab.provider(name);
  const variables = lab.variables(name);
  const auth = callAuth(provider, credentials, variables);
  const check = healthCheckRequest(provider, auth, variables);
  const [object] = lab.objectsOf(name);
  const who = isWelcome ? 'the customer' : 'a stranger';
  try {
    if (check) await checked(lab, provider, check, isWelcome);
    else if (object)
      await readPage(
        { ...labTarget(lab, name, { objectName: object.name, module: object.module }), auth },
        null,
        lab.send,
        { now: () => lab.epoch },
      );
    else return [];
    return isWelcome ? [] : [`sign-in: it let ${who} in`];
  } catch (error) {
    if (!isWelcome && error instanceof ProviderFailure && error.kind === 'credentials') return [];
    return [`sign-in: it answered ${who} with ${(error as Error).message}`];
  }
}

/** Sends the health check. With valid credentials its status must be one that the file declares. */
async function checked(lab: Lab, provider: Provider, check: OutboundRequest, isWelcome: boolean): Promise<void> {
  const response = await lab.send(check);
  readHealthCheck(provider, response);
  const { successStatusCodes = [200, 204] } = provider.healthCheck ?? {};
  if (isWelcome && !successStatusCodes.includes(response.status))
    throw new Error(`status ${response.status} from its health check`);
}

/** Checks that credentials of the right scheme with wrong values are refused. */
async function strangerFaults(lab: Lab, name: string, type: Provider['auth']['type']): Promise<string[]> {
  const strangers: Partial<Record<typeof type, Credentials>> = {
    apiKey: { scheme: 'apiKey', apiKey: 'stranger' },
    oauth2: { scheme: 'oauth2', accessToken: 'stranger' },
    basic: { scheme: 'basic', username: 'stranger', password: 'stranger' },
  };
  const stranger = strangers[type];
  return stranger ? refusalFaults(lab, name, stranger, false) : [];
}
