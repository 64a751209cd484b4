import { createHash } from 'node:crypto';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { type Credentials, callAuth } from '../../../connectors/engine/auth/auth.ts';
import { checkCredentials } from '../../../connectors/engine/auth/check_credentials.ts';
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
import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import type { Lab } from '../lab.ts';
import { LAB } from '../sign_in/credentials.ts';

const REDIRECT = 'https://causeway.example/callbacks/v1/oauth';

/** Faults of a sign-in that refuses valid credentials or accepts invalid ones. */
export async function signInFaults(lab: Lab, name: string): Promise<string[]> {
  try {
    const { auth } = lab.provider(name);
    const credentials = auth.type === 'oauth2' ? await signedIn(lab, name, auth) : lab.credentials(name);
    return await connectFaults(lab, name, credentials);
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

/**
 * Tests credentials as a new connection does. Returns `verified`, `notChecked` (the provider has no call that tests
 * them), or the kind of the failure.
 */
export async function checkedBy(lab: Lab, name: string, credentials: Credentials): Promise<string> {
  const provider = lab.provider(name);
  const variables = lab.variables(name);
  const account = { auth: callAuth(provider, credentials, variables), variables };
  const how = { send: lab.send, now: () => lab.epoch, objects: [] };
  try {
    return (await checkCredentials(provider, account, how)) ? 'verified' : 'notChecked';
  } catch (error) {
    if (error instanceof ProviderFailure) return error.kind;
    throw error;
  }
}

/**
 * Connects with right credentials (the customer), then with wrong ones (the stranger). The lab always answers, so the
 * only accepted failure is that it refuses the stranger's credentials.
 */
async function connectFaults(lab: Lab, name: string, credentials: Credentials): Promise<string[]> {
  const said = await checkedBy(lab, name, credentials);
  const customer =
    said === 'verified' || said === 'notChecked' ? [] : [`sign-in: it answered the customer with ${said}`];
  const heard = await checkedBy(lab, name, stranger(lab, name));
  const isRefused = heard === 'credentials' || (heard === 'notChecked' && said === 'notChecked');
  if (isRefused || lab.provider(name).auth.type === 'none') return customer;
  return [
    ...customer,
    heard === 'verified' ? 'sign-in: it let a stranger in' : `sign-in: it answered a stranger with ${heard}`,
  ];
}

/** Credentials of the provider's kind with wrong values. */
export function stranger(lab: Lab, name: string): Credentials {
  const right = lab.credentials(name);
  switch (right.scheme) {
    case 'none':
      return right;
    case 'apiKey':
      return { ...right, apiKey: 'stranger' };
    case 'oauth2':
      return { ...right, accessToken: 'stranger' };
    case 'basic':
      return { ...right, username: 'stranger', password: 'stranger' };
    case 'custom':
      return { ...right, values: Object.fromEntries(Object.keys(right.values).map((input) => [input, 'stranger'])) };
  }
}
