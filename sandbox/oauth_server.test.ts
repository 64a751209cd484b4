import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from './sandbox.ts';

const redirectUri = 'http://127.0.0.1:8080/callbacks/v1/oauth';
const client = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' };
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ records: 5 });
});
afterEach(() => sandbox.stop());

type Tokens = { access_token: string; refresh_token: string; expires_in: number; token_type: string; error?: string };

function authorizeUrl(challenge: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'crm.read offline_access',
    state: 'state-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  });
  return `${sandbox.url}/oidc/auth?${query}`;
}

function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Follows redirects with a cookie jar, like a browser, until one leaves the sandbox. Returns that URL. */
async function walk(
  url: string,
  method = 'GET',
  jar = new Map<string, string>(),
): Promise<{ callback?: URL; page?: string; jar: Map<string, string> }> {
  const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
  const response = await fetch(url, { method, redirect: 'manual', headers: { cookie } });
  for (const line of response.headers.getSetCookie()) {
    const [name = '', ...value] = line.split(';')[0]!.split('=');
    jar.set(name, value.join('='));
  }
  const location = response.headers.get('location');
  if (location === null) return { page: await response.text(), jar };
  const next = new URL(location, url);
  return next.origin === sandbox.url ? walk(next.href, 'GET', jar) : { callback: next, jar };
}

async function token(parameters: Record<string, string>): Promise<{ status: number; body: Tokens }> {
  const response = await fetch(`${sandbox.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...client, ...parameters }),
  });
  return { status: response.status, body: (await response.json()) as Tokens };
}

async function signIn(): Promise<Tokens> {
  const { verifier, challenge } = pkce();
  const { callback } = await walk(authorizeUrl(challenge));
  const code = callback!.searchParams.get('code')!;
  return (await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }))
    .body;
}

async function apiStatus(accessToken: string): Promise<number> {
  return (await fetch(`${sandbox.url}/api/v1/me`, { headers: { authorization: `Bearer ${accessToken}` } })).status;
}

describe('signing in with a code', () => {
  it('redirects to the callback at once with the code and the state', async () => {
    const response = await fetch(authorizeUrl(pkce().challenge), { redirect: 'manual' });
    const callback = new URL(response.headers.get('location')!);
    expect(`${callback.origin}${callback.pathname}`).toBe(redirectUri);
    expect(callback.searchParams.get('state')).toBe('state-1');
    expect(callback.searchParams.get('code')).toBeTruthy();
  });

  it('exchanges the code for tokens, and the API accepts the access token', async () => {
    const tokens = await signIn();
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(tokens.refresh_token).toBeTruthy();
    expect(await apiStatus(tokens.access_token)).toBe(200);
  });

  it('takes the client secret in a Basic header too', async () => {
    const { verifier, challenge } = pkce();
    const { callback } = await walk(authorizeUrl(challenge));
    const response = await fetch(`${sandbox.url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: callback!.searchParams.get('code')!,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    expect(response.status).toBe(200);
  });

  it('requires PKCE and the right verifier', async () => {
    const { callback } = await walk(authorizeUrl('').replace(/&code_challenge[^&]*/g, ''));
    expect(callback!.searchParams.get('error')).toBe('invalid_request');

    const signedIn = await walk(authorizeUrl(pkce().challenge));
    const code = signedIn.callback!.searchParams.get('code')!;
    const answer = await token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: pkce().verifier,
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('refuses an unknown callback until it is added', async () => {
    const elsewhere = { redirect_uri: 'http://127.0.0.1:9999/elsewhere' };
    expect((await walk(authorizeUrl(pkce().challenge, elsewhere))).page).toContain('invalid_redirect_uri');
    await fetch(`${sandbox.url}/control/clients`, {
      method: 'POST',
      body: '{"redirectUri":"http://127.0.0.1:9999/elsewhere"}',
    });
    const { callback } = await walk(authorizeUrl(pkce().challenge, elsewhere));
    expect(callback!.searchParams.get('code')).toBeTruthy();
  });

  it('accepts unknown scopes and prompt=consent', async () => {
    const { callback } = await walk(
      authorizeUrl(pkce().challenge, { scope: 'contacts.everything', prompt: 'consent' }),
    );
    expect(callback!.searchParams.get('code')).toBeTruthy();
  });

  it('can deny access', async () => {
    const { callback } = await walk(authorizeUrl(pkce().challenge, { auto: 'deny' }));
    expect(callback!.searchParams.get('error')).toBe('access_denied');
    expect(callback!.searchParams.get('state')).toBe('state-1');
  });

  it('shows a consent page on request, and continues when the button is pressed', async () => {
    const { verifier, challenge } = pkce();
    const { page, jar } = await walk(authorizeUrl(challenge, { auto: '0' }));
    expect(page).toContain('Allow</button>');
    const { callback } = await walk(`${sandbox.url}/oidc-interaction/${jar.get('_interaction')}`, 'POST', jar);
    const code = callback!.searchParams.get('code')!;
    const { body } = await token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    expect(await apiStatus(body.access_token)).toBe(200);
    expect(body.refresh_token).toBeTruthy();
  });
});

describe('refreshing', () => {
  it('returns a new refresh token each time', async () => {
    const first = await signIn();
    const second = (await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).body;
    const third = (await token({ grant_type: 'refresh_token', refresh_token: second.refresh_token })).body;
    expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3);
    expect(await apiStatus(third.access_token)).toBe(200);
  });

  it('takes a refresh token of an earlier sandbox when it is told of it, once', async () => {
    const known = { grant_type: 'refresh_token', refresh_token: 'of-an-earlier-sandbox' };
    expect((await token(known)).status).toBe(400);
    await sandbox.control.addRefreshToken('of-an-earlier-sandbox');
    const { status, body } = await token(known);
    expect([status, await apiStatus(body.access_token)]).toEqual([200, 200]);
    expect((await token(known)).status).toBe(400);
  });

  it('ends the whole grant when a refresh token is spent twice', async () => {
    const first = await signIn();
    const second = (await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).body;
    const again = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect(await apiStatus(second.access_token)).toBe(401);
    expect((await token({ grant_type: 'refresh_token', refresh_token: second.refresh_token })).status).toBe(400);
  });

  it('is needed when the access token has expired', async () => {
    const short = await startSandbox({ accessTokenTtlSeconds: 1 });
    await sandbox.stop();
    sandbox = short;
    const { access_token: accessToken, refresh_token: refreshToken } = await signIn();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await apiStatus(accessToken)).toBe(401);
    const { body } = await token({ grant_type: 'refresh_token', refresh_token: refreshToken });
    expect(await apiStatus(body.access_token)).toBe(200);
  });

  it('can be slow or refused on order', async () => {
    const { refresh_token: refreshToken } = await signIn();
    sandbox.control.addFault({ kind: '500', object: 'token' });
    expect((await token({ grant_type: 'refresh_token', refresh_token: refreshToken })).status).toBe(500);
    expect((await token({ grant_type: 'refresh_token', refresh_token: refreshToken })).status).toBe(200);
  });
});

describe('other ways with tokens', () => {
  it('gives a token for the client credentials alone', async () => {
    const { status, body } = await token({ grant_type: 'client_credentials', scope: 'crm.read' });
    expect(status).toBe(200);
    expect(await apiStatus(body.access_token)).toBe(200);
    expect((await token({ grant_type: 'client_credentials', client_secret: 'wrong' })).status).toBe(401);
  });

  it("revokes a token at its owner's request", async () => {
    const { access_token: accessToken } = await signIn();
    const body = new URLSearchParams({ ...client, token: accessToken });
    expect((await fetch(`${sandbox.url}/oidc/token/revocation`, { method: 'POST', body })).status).toBe(200);
    expect(await apiStatus(accessToken)).toBe(401);
  });

  it('revokes access tokens by control, and the refresh token still works', async () => {
    const { access_token: accessToken, refresh_token: refreshToken } = await signIn();
    await fetch(`${sandbox.url}/control/revoke`, { method: 'POST', body: '{"what":"access"}' });
    expect(await apiStatus(accessToken)).toBe(401);
    expect((await token({ grant_type: 'refresh_token', refresh_token: refreshToken })).status).toBe(200);
  });

  it('revokes everything by control', async () => {
    const { access_token: accessToken, refresh_token: refreshToken } = await signIn();
    await fetch(`${sandbox.url}/control/revoke`, { method: 'POST' });
    expect(await apiStatus(accessToken)).toBe(401);
    expect((await token({ grant_type: 'refresh_token', refresh_token: refreshToken })).status).toBe(400);
  });

  it('counts the grants by type', async () => {
    const { refresh_token: refreshToken } = await signIn();
    await token({ grant_type: 'refresh_token', refresh_token: refreshToken });
    await token({ grant_type: 'client_credentials' });
    expect(sandbox.control.stats().tokenGrants).toEqual({
      authorization_code: 1,
      refresh_token: 1,
      client_credentials: 1,
    });
  });

  it('publishes its endpoints', async () => {
    const metadata = await (await fetch(`${sandbox.url}/oidc/.well-known/openid-configuration`)).json();
    expect(metadata).toMatchObject({
      issuer: `${sandbox.url}/oidc`,
      authorization_endpoint: `${sandbox.url}/oidc/auth`,
      token_endpoint: `${sandbox.url}/oidc/token`,
      revocation_endpoint: `${sandbox.url}/oidc/token/revocation`,
      code_challenge_methods_supported: ['S256'],
    });
  });
});
