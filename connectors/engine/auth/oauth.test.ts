import { describe, expect, it } from '@jest/globals';
import { loadProviders } from '../catalogue/providers.ts';
import type { OauthFacts, Provider } from '../file/provider.ts';
import {
  authorizeUrl,
  checkAuthAddresses,
  clientCredentialsRequest,
  codeExchangeRequest,
  passwordRequest,
  refreshRequest,
} from './oauth.ts';
import { revocationRequest } from './revocation.ts';
import { readTokenResponse } from './token_response.ts';

const NOW = 1_000_000;
const providers = loadProviders();
const github = providers.get('github') as Provider;
const pipedrive = providers.get('pipedrive') as Provider;
const zendesk = providers.get('zendeskSupport') as Provider;
const acme = (facts: Partial<OauthFacts>): Provider => ({
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://acme.example',
  auth: { type: 'oauth2', grant: 'clientCredentials', tokenURL: 'https://acme.example/token', ...facts },
});
const form = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body));
const answer = (status: number, body: unknown, headers = {}) => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('where a client secret goes', () => {
  const zoho = providers.get('zoho') as Provider;
  const talkdesk = providers.get('talkdesk') as Provider;
  const client = { clientId: 'c', clientSecret: 's', code: 'x', redirectUri: 'https://us.example/callback' };
  const token = (provider: Provider, variables: Record<string, string>) =>
    codeExchangeRequest(provider, { ...client, variables }).url;

  it('is a host of the provider, whatever variables the customer names', () => {
    expect(token(zoho, { zoho_token_domain: 'accounts.zoho.eu' })).toBe('https://accounts.zoho.eu/oauth/v2/token');
    expect(token(talkdesk, { workspace: 'acme' })).toBe('https://acme.talkdeskid.com/oauth/token');
    for (const host of [
      'evil.example',
      'accounts.zoho.eu.evil.example',
      'evil-accounts.zoho.eu',
      'accounts.zoho.eu:8443',
    ])
      expect(() => token(zoho, { zoho_token_domain: host })).toThrow('not allow sign-in on the host');
    const elsewhere = { workspace: 'acme', talkdesk_token_domain: 'evil.example' };
    expect(() => token(talkdesk, elsewhere)).toThrow('not allow sign-in on the host');
    expect(() => checkAuthAddresses(talkdesk, elsewhere)).toThrow('not allow sign-in on the host');
    expect(() =>
      authorizeUrl(talkdesk, { clientId: 'c', redirectUri: 'https://us.example', state: 's', variables: elsewhere }),
    ).toThrow('not allow sign-in on the host');
  });

  it('S8: is a host that the builder pinned on the app, for revocations too', () => {
    const coupa = providers.get('coupa') as Provider;
    const hosts = ['crm.acme.example', '.cloud.example'];
    const at = (workspace: string) => codeExchangeRequest(coupa, { ...client, hosts, variables: { workspace } }).url;
    expect(at('crm.acme.example')).toBe('https://crm.acme.example/oauth/token');
    expect(at('a.cloud.example')).toBe('https://a.cloud.example/oauth/token');
    for (const host of ['evil.example', 'crm.acme.example:8443', 'a.cloud.example:8443', 'evilcloud.example'])
      expect(() => at(host)).toThrow('not allow sign-in on the host');
    const revoking = acme({
      grant: 'authorizationCode',
      tokenURL: 'https://{{.site}}/token',
      revocation: { url: 'https://{{.site}}/revoke' },
    });
    const revoke = (site: string) => {
      const app = { clientId: 'c', clientSecret: 's', hosts };
      return revocationRequest(revoking, { accessToken: 'at', client: app, variables: { site } })?.url;
    };
    expect(revoke('a.cloud.example')).toBe('https://a.cloud.example/revoke');
    expect(() => revoke('evil.example')).toThrow('not allow sign-in on the host');
  });

  it('cannot leave its path by a variable', () => {
    const provider = acme({ tokenURL: 'https://login.acme.example/{{.tenant}}/token' });
    expect(token(provider, { tenant: 'a/../b' })).toBe('https://login.acme.example/a%2F..%2Fb/token');
    for (const tenant of ['.', '..']) expect(() => token(provider, { tenant })).toThrow('must not be a dot segment');
  });
});

describe('authorizeUrl', () => {
  const input = { clientId: 'c', redirectUri: 'https://us.example/callback?x=1', state: 's', scopes: ['repo', 'user'] };

  it('asks for a code with PKCE', () => {
    const url = new URL(
      authorizeUrl(github, {
        ...input,
        codeChallenge: 'ch',
        extraParams: { prompt: 'consent', optional_scope: ['a', 'b'], state: 'forged' },
      }),
    );
    expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      prompt: 'consent',
      optional_scope: 'a b',
      response_type: 'code',
      client_id: 'c',
      redirect_uri: 'https://us.example/callback?x=1',
      state: 's',
      scope: 'repo user',
      code_challenge: 'ch',
      code_challenge_method: 'S256',
    });
  });

  it("fills in the customer's workspace, which must be a host name", () => {
    expect(authorizeUrl(zendesk, { ...input, variables: { workspace: 'acme' } })).toContain(
      'https://acme.zendesk.com/oauth/authorizations/new?',
    );
    for (const workspace of [
      'evil.example/',
      'evil.example#',
      'a@evil.example',
      'evil.example?',
      '',
      'a b',
      '\\evil',
    ]) {
      expect(() => authorizeUrl(zendesk, { ...input, variables: { workspace } })).toThrow(
        expect.objectContaining({ kind: 'badRequest' }),
      );
    }
  });
});

describe('token requests', () => {
  it('carry the client in the body or in a Basic header, as the provider wants', () => {
    const exchange = {
      clientId: 'c',
      clientSecret: 's:&',
      code: 'x',
      redirectUri: 'https://us.example',
      codeVerifier: 'v',
    };
    expect(form(codeExchangeRequest(github, exchange).body)).toEqual({
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'https://us.example',
      code_verifier: 'v',
      client_id: 'c',
      client_secret: 's:&',
    });
    const basic = codeExchangeRequest(pipedrive, exchange);
    expect(form(basic.body)).not.toHaveProperty('client_secret');
    expect(basic.headers?.['Authorization']).toBe(`Basic ${Buffer.from('c:s%3A%26').toString('base64')}`);
  });

  it('cover refresh, client credentials and password', () => {
    const client = { clientId: 'c', clientSecret: 's' };
    expect(form(refreshRequest(github, { ...client, refreshToken: 'r' }).body)).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'r',
    });
    const mapped = acme({ scopeMappings: { '.default': 'https://x/.default' }, audience: ['https://api'] });
    expect(form(clientCredentialsRequest(mapped, { ...client, scopes: ['.default'] }).body)).toMatchObject({
      grant_type: 'client_credentials',
      scope: 'https://x/.default',
      audience: 'https://api',
    });
    expect(form(passwordRequest(acme({}), { ...client, username: 'u', password: 'p' }).body)).toMatchObject({
      grant_type: 'password',
      username: 'u',
      password: 'p',
    });
  });
});

describe('readTokenResponse', () => {
  it('reads tokens, expiry, scopes and metadata', () => {
    const provider = acme({ tokenMetadata: { workspaceRef: 'org.id', other: [{ name: 'region', path: 'region' }] } });
    const body = {
      access_token: 'a',
      refresh_token: 'r',
      expires_in: '3600',
      scope: 'x y',
      org: { id: 7 },
      region: 'eu',
    };
    expect(readTokenResponse(provider, answer(200, body), NOW)).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expireTime: NOW + 3_600_000,
      scopes: ['x', 'y'],
      metadata: { workspaceRef: '7', region: 'eu' },
    });
  });

  it('takes the part of a value that the file captures, and nothing when it does not match', () => {
    const other = [{ name: 'storeHash', path: 'context', capture: 'stores/(.+)' }];
    const read = (context: string) =>
      readTokenResponse(acme({ tokenMetadata: { other } }), answer(200, { access_token: 'a', context }), NOW).metadata;
    expect([read('stores/abc'), read('shops/abc')]).toEqual([{ storeHash: 'abc' }, {}]);
  });

  it.each(['9223372036854775807', '1e300', 'never', '-1', ''])('treats an expiry of %j as none', (seconds) => {
    const tokens = readTokenResponse(acme({}), answer(200, { access_token: 'a', expires_in: seconds }), NOW);
    expect(tokens).toEqual({ accessToken: 'a', metadata: {} });
  });

  it('reads form-encoded answers', () => {
    expect(readTokenResponse(github, answer(200, 'access_token=a&scope=repo%2Cuser&token_type=bearer'), NOW)).toEqual({
      accessToken: 'a',
      scopes: ['repo', 'user'],
      metadata: {},
    });
  });

  it.each([
    [400, { error: 'invalid_grant' }, 'credentials'],
    [200, { error: 'bad_verification_code' }, 'credentials'],
    [401, {}, 'credentials'],
    [400, { error: 'invalid_request' }, 'badRequest'],
    [429, {}, 'rateLimit'],
    [503, 'oops', 'providerFault'],
    [200, {}, 'providerFault'],
  ])('classifies %i %j as %s', (status, body, kind) => {
    expect(() => readTokenResponse(github, answer(status, body), NOW)).toThrow(expect.objectContaining({ kind }));
  });
});
