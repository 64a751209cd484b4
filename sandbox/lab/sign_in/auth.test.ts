import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Credentials, callAuth } from '../../../connectors/engine/auth/auth.ts';
import { checkCredentials } from '../../../connectors/engine/auth/check_credentials.ts';
import {
  authorizeUrl,
  clientCredentialsRequest,
  codeExchangeRequest,
  passwordRequest,
  refreshRequest,
} from '../../../connectors/engine/auth/oauth.ts';
import { revocationRequest } from '../../../connectors/engine/auth/revocation.ts';
import { readTokenResponse, type Tokens } from '../../../connectors/engine/auth/token_response.ts';
import type { OauthFacts, Provider } from '../../../connectors/engine/file/provider.ts';
import { readPage } from '../../../connectors/engine/read/read.ts';
import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { labTarget } from '../conformance/read_everything.ts';
import { type Lab, startLab } from '../lab.ts';
import { LAB } from './credentials.ts';

let lab: Lab;
let now = Date.UTC(2026, 0, 1);
const clock: Clock = { now: () => now };
afterEach(() => lab.stop());

const client = { clientId: LAB.clientId, clientSecret: LAB.clientSecret };
const redirectUri = 'http://localhost:8080/callbacks/v1/oauth';
const oauth: OauthFacts = {
  type: 'oauth2',
  grant: 'authorizationCodePKCE',
  authorizeURL: 'https://login.acme.example/authorize',
  tokenURL: 'https://login.acme.example/token',
  issuer: 'https://login.acme.example',
  clientAuth: 'basic',
  revocation: { url: 'https://login.acme.example/revoke', clientAuth: 'basic' },
  tokenMetadata: { workspaceRef: 'team.id', consumerRef: 'user', other: [{ name: 'apiDomain', path: 'api_domain' }] },
};

async function start(auth: Provider['auth'], more: Partial<Provider> = {}): Promise<Provider> {
  const facts: Provider = {
    name: 'acme',
    displayName: 'Acme',
    baseURL: 'https://api.acme.example',
    auth,
    healthCheck: { url: 'https://api.acme.example/me', successStatusCodes: [204] },
    reading: { records: 'data', id: 'id' },
    objects: { things: { path: '/things', paging: { kind: 'auto' } } },
    ...more,
  };
  lab = await startLab({ providers: [facts], records: 3, clock });
  return lab.provider('acme');
}

/** Whether the lab accepts credentials as the engine attaches them. */
async function opens(provider: Provider, credentials: Credentials): Promise<boolean> {
  const auth = callAuth(provider, credentials);
  const target = { ...labTarget(lab, 'acme', { objectName: 'things' }), auth };
  return readPage(target, null, lab.send, { now: Date.now }).then(
    () => true,
    (error: { kind: string }) => {
      expect(error.kind).toBe('credentials');
      return false;
    },
  );
}

async function tokens(provider: Provider, request: OutboundRequest): Promise<Tokens> {
  return readTokenResponse(provider, await lab.send(request), now);
}

/** Follows the authorization redirect and returns the code. */
async function code(provider: Provider, change: Record<string, string> = {}): Promise<URL> {
  const verifierChallenge = createHash('sha256').update('verifier').digest('base64url');
  const url = new URL(
    authorizeUrl(provider, {
      ...client,
      redirectUri,
      state: 's',
      codeChallenge: verifierChallenge,
      scopes: ['a', 'b'],
    }),
  );
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  const answer = await lab.send({ method: 'GET', url: url.href });
  if (answer.status !== 302) throw new Error(`${answer.status}: ${answer.text}`);
  return new URL(answer.headers['location'] ?? '');
}

async function signedIn(provider: Provider): Promise<Tokens> {
  const found = (await code(provider)).searchParams.get('code') ?? '';
  return tokens(
    provider,
    codeExchangeRequest(provider, { ...client, code: found, redirectUri, codeVerifier: 'verifier' }),
  );
}

const bearer = ({ accessToken }: Tokens): Credentials => ({ scheme: 'oauth2', accessToken });

describe('the lab accepts credentials of the declared scheme only', () => {
  it.each<[string, Provider['auth'], Credentials, Credentials]>([
    [
      'a key in a header',
      { type: 'apiKey', in: 'header', name: 'Authorization', prefix: 'Token ' },
      { scheme: 'apiKey', apiKey: LAB.apiKey },
      { scheme: 'apiKey', apiKey: 'another' },
    ],
    [
      'a key in the query',
      { type: 'apiKey', in: 'query', name: 'key' },
      { scheme: 'apiKey', apiKey: LAB.apiKey },
      { scheme: 'apiKey', apiKey: '' },
    ],
    [
      'a user and a password',
      { type: 'basic' },
      { scheme: 'basic', username: LAB.username, password: LAB.password },
      { scheme: 'basic', username: LAB.username, password: 'another' },
    ],
    [
      'a key as a user',
      { type: 'basic', apiKeyAs: { field: 'username', format: '%s:x' } },
      { scheme: 'apiKey', apiKey: LAB.apiKey },
      { scheme: 'apiKey', apiKey: 'another' },
    ],
    [
      'headers of its own',
      { type: 'custom', headers: { 'X-Pair': '{{.id}}/{{.secret}}' }, inputs: [{ name: 'id' }, { name: 'secret' }] },
      { scheme: 'custom', values: { id: LAB.apiKey, secret: LAB.apiKey } },
      { scheme: 'custom', values: { id: LAB.apiKey, secret: 'another' } },
    ],
  ])('%s', async (_name, auth, right, wrong) => {
    const provider = await start(auth);
    expect(await opens(provider, right)).toBe(true);
    expect(await opens(provider, wrong)).toBe(false);
    const stranger = await lab.send({ method: 'GET', url: `${lab.url}/acme/api.acme.example/things` });
    expect(stranger.status).toBe(401);
    const checked = (credentials: Credentials) =>
      checkCredentials(
        provider,
        { auth: callAuth(provider, credentials), variables: {} },
        { send: lab.send, now: clock.now, objects: [] },
      );
    expect(await checked(right)).toBe(true);
    await expect(checked(wrong)).rejects.toMatchObject({ kind: 'credentials' });
  });

  it('by keys until they are revoked, then by the new key', async () => {
    const provider = await start({ type: 'apiKey', in: 'header', name: 'X-Key' });
    lab.control.revoke('acme', { what: 'key', apiKey: 'newer' });
    expect(await opens(provider, { scheme: 'apiKey', apiKey: LAB.apiKey })).toBe(false);
    expect(await opens(provider, { scheme: 'apiKey', apiKey: 'newer' })).toBe(true);
  });
});

describe('a sign-in by code', () => {
  it('returns tokens with the metadata that the file declares', async () => {
    const provider = await start(oauth);
    const back = await code(provider);
    expect(back.origin + back.pathname).toBe(redirectUri);
    expect(back.searchParams.get('state')).toBe('s');
    expect(back.searchParams.get('iss')).toBe(`${lab.url}/acme/login.acme.example`);
    const granted = await signedIn(provider);
    expect(granted).toMatchObject({
      scopes: ['a', 'b'],
      expireTime: now + 3_600_000,
      metadata: { workspaceRef: 'lab-workspace', consumerRef: 'lab-person', apiDomain: 'lab-apidomain' },
    });
    expect(await opens(provider, bearer(granted))).toBe(true);
  });

  it('accepts a code once, with its redirect URI, the verifier and the secret', async () => {
    const provider = await start(oauth);
    const found = (await code(provider)).searchParams.get('code') ?? '';
    const trade = (change: object) =>
      tokens(
        provider,
        codeExchangeRequest(provider, { ...client, code: found, redirectUri, codeVerifier: 'verifier', ...change }),
      );
    await expect(trade({ clientSecret: 'wrong' })).rejects.toThrow('invalid_client');
    await trade({});
    await expect(trade({})).rejects.toThrow('invalid_grant');
    const fresh = async () => (await code(provider)).searchParams.get('code') ?? '';
    await expect(trade({ code: await fresh(), codeVerifier: 'other' })).rejects.toThrow('invalid_grant');
    await expect(trade({ code: await fresh(), redirectUri: 'http://localhost:1/' })).rejects.toThrow('invalid_grant');
  });

  it('S11 (PKCE): verifies a challenge that the file does not require, and refuses a proof without a challenge', async () => {
    const provider = await start({ ...oauth, grant: 'authorizationCode' });
    const trade = async (challenge: object, codeVerifier?: string) => {
      const asked = authorizeUrl(provider, { clientId: LAB.clientId, redirectUri, state: 's', ...challenge });
      const { headers } = await lab.send({ method: 'GET', url: asked });
      const given = new URL(headers['location'] ?? '').searchParams.get('code') ?? '';
      const proof = codeVerifier === undefined ? {} : { codeVerifier };
      return tokens(provider, codeExchangeRequest(provider, { ...client, code: given, redirectUri, ...proof }));
    };
    const codeChallenge = createHash('sha256').update('verifier').digest('base64url');
    expect((await trade({ codeChallenge }, 'verifier')).accessToken).toContain('lab-access');
    expect((await trade({})).accessToken).toContain('lab-access');
    for (const [challenge, verifier] of [[{ codeChallenge }, 'other'], [{ codeChallenge }], [{}, 'verifier']] as const)
      await expect(trade(challenge, verifier)).rejects.toThrow('invalid_grant');
  });

  it('is refused without a declared PKCE, for another app, and when the user denies it', async () => {
    const provider = await start(oauth);
    await expect(code(provider, { code_challenge_method: 'plain' })).rejects.toThrow('PKCE');
    await expect(code(provider, { client_id: 'other' })).rejects.toThrow('client_id');
    const refused = await code(provider, { lab_allow: 'no' });
    expect([refused.searchParams.get('error'), refused.searchParams.get('code')]).toEqual(['access_denied', null]);
  });
});

describe('tokens', () => {
  const refresh = (provider: Provider, refreshToken: string | undefined) =>
    tokens(provider, refreshRequest(provider, { ...client, refreshToken: refreshToken ?? '' }));

  it('rotate, and using a refresh token twice ends the grant', async () => {
    const provider = await start(oauth);
    const first = await signedIn(provider);
    const second = await refresh(provider, first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    now += 1;
    await expect(refresh(provider, first.refreshToken)).rejects.toMatchObject({ kind: 'credentials' });
    await expect(refresh(provider, second.refreshToken)).rejects.toMatchObject({ kind: 'credentials' });
    expect(await opens(provider, bearer(second))).toBe(false);
  });

  it('may be used twice within the grace period', async () => {
    const provider = await start(oauth);
    lab.control.setTokenRules('acme', { graceSeconds: 30 });
    const first = await signedIn(provider);
    await refresh(provider, first.refreshToken);
    now += 29_000;
    const again = await refresh(provider, first.refreshToken);
    expect(await opens(provider, bearer(again))).toBe(true);
    now += 2_000;
    await expect(refresh(provider, first.refreshToken)).rejects.toMatchObject({ kind: 'credentials' });
  });

  it('end by expiry, by revocation, and by the control', async () => {
    const provider = await start(oauth);
    lab.control.setTokenRules('acme', { accessTtlSeconds: 60 });
    const short = await signedIn(provider);
    now += 61_000;
    expect(await opens(provider, bearer(short))).toBe(false);
    const revoked = await signedIn(provider);
    const request = revocationRequest(provider, { ...revoked, client, variables: {} });
    expect((await lab.send(request as OutboundRequest)).status).toBe(200);
    expect(await opens(provider, bearer(revoked))).toBe(false);
    const ended = await signedIn(provider);
    lab.control.revoke('acme', { what: 'access' });
    expect(await opens(provider, bearer(ended))).toBe(false);
    expect(await opens(provider, bearer(await refresh(provider, ended.refreshToken)))).toBe(true);
    lab.control.revoke('acme', { what: 'refresh' });
    await expect(refresh(provider, ended.refreshToken)).rejects.toMatchObject({ kind: 'credentials' });
  });

  it('are delayed or refused by faults of the token endpoint', async () => {
    const provider = await start(oauth);
    const granted = await signedIn(provider);
    lab.control.addFault('acme', { kind: 'slow', object: 'token', delayMs: 80 });
    const before = performance.now();
    const next = await refresh(provider, granted.refreshToken);
    expect(performance.now() - before).toBeGreaterThan(75);
    lab.control.addFault('acme', { kind: '429', object: 'token', retryAfter: 9 });
    await expect(refresh(provider, next.refreshToken)).rejects.toMatchObject({ kind: 'rateLimit', retryAfterMs: 9000 });
  });

  it('are issued for client credentials and passwords, in the body or in a Basic header, as declared', async () => {
    const machine = await start({ ...oauth, grant: 'clientCredentials', clientAuth: 'body' });
    expect(await opens(machine, bearer(await tokens(machine, clientCredentialsRequest(machine, client))))).toBe(true);
    const password = passwordRequest(machine, { ...client, username: LAB.username, password: LAB.password });
    await expect(tokens(machine, password)).rejects.toThrow('unauthorized_client');
    await lab.stop();
    const person = await start({ ...oauth, grant: 'password' });
    const login = (word: string) =>
      tokens(person, passwordRequest(person, { ...client, username: LAB.username, password: word }));
    expect(await opens(person, bearer(await login(LAB.password)))).toBe(true);
    await expect(login('wrong')).rejects.toMatchObject({ kind: 'credentials' });
  });

  it('are sent in another header if declared', async () => {
    const provider = await start({ ...oauth, accessTokenHeader: { name: 'X-Access', prefix: '' } });
    const granted = await signedIn(provider);
    expect(await opens(provider, bearer(granted))).toBe(true);
    const headers = { authorization: `Bearer ${granted.accessToken}` };
    const usual = await lab.send({ method: 'GET', url: `${lab.url}/acme/api.acme.example/things`, headers });
    expect(usual.status).toBe(401);
  });
});
