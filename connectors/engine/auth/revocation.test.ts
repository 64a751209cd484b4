import { describe, expect, it } from '@jest/globals';
import { loadProviders } from '../catalogue/providers.ts';
import type { Provider } from '../file/provider.ts';
import { canRevoke, readRevocation, revocationRequest } from './revocation.ts';

const catalogue = loadProviders();
const named = (name: string) => catalogue.get(name) as Provider;
const client = { clientId: 'the app', clientSecret: 's3cret' };
const tokens = { accessToken: 'at', refreshToken: 'r/t', client, variables: { workspace: 'acme' } };
const BASIC = `Basic ${btoa('the+app:s3cret')}`;

describe('revocationRequest', () => {
  it.each([
    ['google', { method: 'POST', url: 'https://oauth2.googleapis.com/revoke', body: 'token=r%2Ft' }],
    ['salesforce', { url: 'https://acme.my.salesforce.com/services/oauth2/revoke', body: 'token=r%2Ft' }],
    ['hubspot', { method: 'DELETE', url: 'https://api.hubapi.com/oauth/v1/refresh-tokens/r%2Ft' }],
    ['box', { body: 'token=r%2Ft&client_id=the+app&client_secret=s3cret' }],
    [
      'github',
      {
        method: 'DELETE',
        url: 'https://api.github.com/applications/the%20app/token',
        headers: expect.objectContaining({ Authorization: BASIC, 'Content-Type': 'application/json' }),
        body: '{"access_token":"at"}',
      },
    ],
    ['zoom', { headers: expect.objectContaining({ Authorization: BASIC }), body: 'token=at' }],
    ['slack', { headers: expect.objectContaining({ Authorization: 'Bearer at' }), body: '' }],
  ])('builds the request of %s', (name, request) => {
    expect(revocationRequest(named(name), tokens)).toMatchObject(request);
  });

  it('takes the access token where there is no refresh token', () => {
    const request = revocationRequest(named('google'), { accessToken: 'at', variables: {} });
    expect(request?.body).toBe('token=at');
  });

  it('is null without a required client or without a declared revocation', () => {
    expect(revocationRequest(named('box'), { ...tokens, client: undefined })).toBeNull();
    expect(revocationRequest(named('attio'), tokens)).toBeNull();
    expect([canRevoke(named('box')), canRevoke(named('attio'))]).toEqual([true, false]);
  });
});

describe('readRevocation', () => {
  const read = (status: number) => readRevocation(named('google'), { status, headers: {}, text: '' }, 0);

  it('accepts any 2xx', () => {
    expect(() => read(204)).not.toThrow();
  });

  it.each([
    [429, true],
    [503, true],
    [400, false],
    [404, false],
  ])('knows whether a retry can fix a %i', (status, isTemporary) => {
    expect(() => read(status)).toThrow(expect.objectContaining({ isTemporary }));
  });
});
