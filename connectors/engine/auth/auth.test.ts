import { describe, expect, it } from '@jest/globals';
import type { Auth, Provider } from '../file/provider.ts';
import { callAuth } from './auth.ts';

const provider = (auth: Auth): Provider => ({
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://acme.example',
  auth,
});
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('callAuth', () => {
  it('puts an API key into a header or the query', () => {
    const credentials = { scheme: 'apiKey', apiKey: 'k' } as const;
    expect(
      callAuth(provider({ type: 'apiKey', in: 'header', name: 'Authorization', prefix: 'Bearer ' }), credentials),
    ).toEqual({ headers: { Authorization: 'Bearer k' }, query: {} });
    expect(callAuth(provider({ type: 'apiKey', in: 'query', name: 'key' }), credentials)).toEqual({
      headers: {},
      query: { key: 'k' },
    });
  });

  it('writes Basic auth from name and password, or from an API key alone', () => {
    const key = { scheme: 'apiKey', apiKey: 'k$&' } as const;
    expect(callAuth(provider({ type: 'basic' }), { scheme: 'basic', username: 'ü', password: 'p' }).headers).toEqual({
      Authorization: `Basic ${base64('ü:p')}`,
    });
    expect(
      callAuth(provider({ type: 'basic', apiKeyAs: { field: 'password', format: 'api:%s' } }), key).headers,
    ).toEqual({ Authorization: `Basic ${base64('api:k$&')}` });
    expect(callAuth(provider({ type: 'basic' }), key).headers).toEqual({ Authorization: `Basic ${base64('k$&:')}` });
  });

  it("sends an access token as bearer, or in the provider's own header", () => {
    const facts = { type: 'oauth2', grant: 'authorizationCode', tokenURL: 'https://acme.example/token' } as const;
    const credentials = { scheme: 'oauth2', accessToken: 't' } as const;
    expect(callAuth(provider(facts), credentials).headers).toEqual({ Authorization: 'Bearer t' });
    expect(callAuth(provider({ ...facts, accessTokenHeader: { name: 'X-Token' } }), credentials).headers).toEqual({
      'X-Token': 't',
    });
  });

  it('fills custom templates from what the customer gave', () => {
    const auth = callAuth(
      provider({ type: 'custom', headers: { 'X-Key': '{{.apiKey}}' }, query: { u: '{{.user}}' } }),
      { scheme: 'custom', values: { apiKey: 'k', user: 'u' } },
    );
    expect(auth).toEqual({ headers: { 'X-Key': 'k' }, query: { u: 'u' } });
  });

  it('refuses credentials of another kind', () => {
    expect(() => callAuth(provider({ type: 'basic' }), { scheme: 'oauth2', accessToken: 't' })).toThrow(
      expect.objectContaining({ kind: 'credentials' }),
    );
  });
});
