import { createPrivateKey, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type JWTPayload, SignJWT } from 'jose';
import { providerCalls } from '../../../connectors/calls/provider_calls.ts';
import { newPrivateJwk } from '../../../lib/crypto/new_private_jwk.ts';
import { outboundClient } from '../../../lib/http/outbound.ts';
import { silentLog } from '../../../lib/log/log.ts';
import { CLIENT, type OidcIssuer, OTHER_CLIENT, startOidcIssuer } from '../../../test/support/oidc_issuer.ts';
import type { IdentityProvider } from '../callers/caller.ts';
import { type OpenidSettings, openidProvider } from './identity_provider.ts';

const ADA = { sub: 'ada', email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };
const COOLDOWN = 10_000;
const JWKS = '/jwks';

describe('the identity provider of builders', () => {
  const outbound = outboundClient({ allow: ['127.0.0.1'], allowHttp: true });
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  let issuer: OidcIssuer;
  let provider: IdentityProvider;

  beforeAll(async () => {
    issuer = await startOidcIssuer();
  });
  afterAll(async () => {
    await issuer.down();
    await outbound.close();
  });
  beforeEach(() => {
    clock.ahead = 0;
    provider = made({});
  });

  function made(settings: Partial<OpenidSettings>): IdentityProvider {
    const all: OpenidSettings = {
      oidcIssuer: issuer.issuer,
      oidcName: 'login',
      oidcAudiences: [CLIENT],
      oidcParties: [],
      oidcAlgorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      oidcJwksUrl: '',
      oidcCooldown: COOLDOWN,
      ...settings,
    };
    return openidProvider(all, { calls: providerCalls(outbound.send), clock, log: silentLog });
  }

  const seconds = () => Math.floor(Date.now() / 1_000);
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    iss: issuer.issuer,
    aud: CLIENT,
    sub: 'ada',
    iat: seconds(),
    exp: seconds() + 300,
    ...more,
  });

  it('makes no verified address into another one', async () => {
    const long = `ada@example.com${'.x'.repeat(100)}.example`;
    for (const email of ['ada\u200b@example.com', 'ada@example\u00ad.com', long])
      await expect(provider.verify(await issuer.sign(claims({ email, email_verified: true })))).resolves.toMatchObject({
        email,
      });
  });

  it('knows a person by the token that a sign-in gives them', async () => {
    await expect(provider.verify(await issuer.signIn(ADA))).resolves.toEqual({
      idpProvider: 'login',
      idpRef: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    await expect(
      provider.verify(await issuer.signIn({ sub: 'eve', email: 'ada@example.com', email_verified: false })),
    ).resolves.toMatchObject({ idpRef: 'eve', emailVerified: false, firstName: '' });
  });

  it.each([
    [true, [true, 'true']],
    [
      false,
      [
        false,
        'false',
        'TRUE',
        'True',
        ' true',
        'yes',
        '1',
        '',
        1,
        0,
        null,
        undefined,
        [true],
        ['true'],
        { true: true },
      ],
    ],
  ])('takes an address as verified: %s, by these forms of the claim alone', async (emailVerified, forms) => {
    for (const form of forms) {
      const token = await issuer.sign(claims({ email: 'ada@example.com', email_verified: form }));
      expect([form, await provider.verify(token)]).toEqual([form, expect.objectContaining({ emailVerified })]);
    }
  });

  it.each([
    ['for another client', { aud: OTHER_CLIENT }],
    ['for nobody in particular', { aud: undefined }],
    ['of another issuer', { iss: 'https://elsewhere.example.com' }],
    ['that has expired', { exp: 1_700_000_000 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: 4_000_000_000 }],
    ['from the future', { iat: 4_000_000_000 }],
    ['without a time', { iat: undefined }],
    ['of nobody', { sub: undefined }],
    ['of a name with a zero-width character', { sub: 'ada\u200b' }],
    ['of a name that is too long', { sub: 'a'.repeat(192) }],
    ['for several, without saying whose', { aud: [CLIENT, OTHER_CLIENT] }],
    ['for several, that another one asked for', { aud: [CLIENT, OTHER_CLIENT], azp: OTHER_CLIENT }],
    ['that ends a session', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }],
  ])('refuses a token %s', async (_what, more) => {
    await expect(provider.verify(await issuer.sign(claims(more as JWTPayload)))).resolves.toBeNull();
  });

  it('takes a token for several that we asked for', async () => {
    const token = await issuer.sign(claims({ aud: [CLIENT, OTHER_CLIENT], azp: CLIENT }));
    await expect(provider.verify(token)).resolves.toMatchObject({ idpRef: 'ada' });
  });

  it('can be told whose tokens to take where there is no audience', async () => {
    const byParty = made({ oidcAudiences: [], oidcParties: ['https://console.example.com'] });
    const of = (azp?: string) => issuer.sign({ ...claims(), aud: undefined, azp } as never);
    await expect(byParty.verify(await of('https://console.example.com'))).resolves.not.toBeNull();
    await expect(byParty.verify(await of('https://evil.example.com'))).resolves.toBeNull();
    await expect(byParty.verify(await of())).resolves.toBeNull();
  });

  it('refuses what is signed with a shared secret, with nothing, with another key or in another way', async () => {
    const publicKey = createPublicKey(issuer.publicKey());
    const secret = new TextEncoder().encode(publicKey.export({ type: 'spki', format: 'pem' }).toString());
    const confused = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    const [header = '', body = ''] = (await issuer.sign(claims())).split('.');
    const none = `${btoa('{"alg":"none"}').replaceAll('=', '')}.${body}.`;
    const stranger = createPrivateKey({ key: newPrivateJwk('rsa'), format: 'jwk' });
    const { kid } = JSON.parse(atob(header)) as { kid: string };
    const forged = await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid }).sign(stranger);
    const brought = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', jwk: createPublicKey(stranger).export({ format: 'jwk' }) as never })
      .sign(stranger);
    const rs512 = await issuer.sign(claims(), { alg: 'RS512' });
    for (const token of [confused, none, forged, brought, rs512, 'a.b.c', '', 'x'.repeat(20_000)])
      await expect(provider.verify(token)).resolves.toBeNull();
    const narrow = made({ oidcAlgorithms: ['ES256'] });
    await expect(narrow.verify(await issuer.signIn(ADA))).resolves.toBeNull();
  });

  it('refuses a token of another kind that the same key signed', async () => {
    for (const typ of ['logout+jwt', 'secevent+jwt'])
      await expect(provider.verify(await issuer.sign(claims(), { typ }))).resolves.toBeNull();
    await expect(provider.verify(await issuer.sign(claims(), { typ: 'at+jwt' }))).resolves.not.toBeNull();
  });

  it('asks for keys once, and again when a token names a new one', async () => {
    const before = issuer.asked(JWKS);
    const old = await issuer.signIn(ADA);
    await Promise.all(Array.from({ length: 20 }, () => provider.verify(old)));
    expect(issuer.asked(JWKS) - before).toBe(1);
    clock.ahead += COOLDOWN;
    for (const alg of ['RS256', 'ES256'] as const) {
      issuer.rotate({ alg });
      await expect(provider.verify(await issuer.signIn(ADA))).resolves.toMatchObject({ idpRef: 'ada' });
      await expect(provider.verify(old)).resolves.toBeNull();
      clock.ahead += COOLDOWN;
    }
    issuer.rotate();
  });

  it('asks no more often than the cooldown allows, whatever keys are named', async () => {
    await provider.verify(await issuer.signIn(ADA));
    const before = issuer.asked(JWKS);
    const made = (kid: string) => issuer.sign(claims(), { kid });
    for (let i = 0; i < 30; i += 1) await expect(provider.verify(await made(`made-up-${i}`))).resolves.toBeNull();
    clock.ahead += COOLDOWN;
    for (let i = 0; i < 30; i += 1) await expect(provider.verify(await made(`more-${i}`))).resolves.toBeNull();
    expect(issuer.asked(JWKS) - before).toBe(1);
  });

  it('goes on with the keys it has while the issuer is down, for a day, and says that others can be tried later', async () => {
    const token = await issuer.sign(claims({ exp: seconds() + 200_000 }));
    await expect(provider.verify(token)).resolves.not.toBeNull();
    const fresh = made({});
    await issuer.down();
    for (const hours of [0, 1, 23]) {
      clock.ahead = hours * 3_600_000;
      await expect(provider.verify(token)).resolves.not.toBeNull();
    }
    const unavailable = expect.objectContaining({ kind: 'unavailable', retryable: true });
    await expect(provider.verify(await issuer.sign(claims(), { kid: 'new' }))).rejects.toEqual(unavailable);
    await expect(fresh.verify(token)).rejects.toEqual(unavailable);
    clock.ahead = 25 * 3_600_000;
    await expect(provider.verify(token)).rejects.toEqual(unavailable);
    await issuer.up();
    clock.ahead += COOLDOWN;
    await expect(provider.verify(token)).resolves.not.toBeNull();
  });

  it('does not believe a configuration of another issuer', async () => {
    const other = made({ oidcIssuer: `${issuer.issuer}/` });
    await expect(other.verify(await issuer.sign(claims({ iss: `${issuer.issuer}/` })))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    const told = made({ oidcIssuer: `${issuer.issuer}/`, oidcJwksUrl: `${issuer.issuer}${JWKS}` });
    await expect(told.verify(await issuer.sign(claims({ iss: `${issuer.issuer}/` })))).resolves.not.toBeNull();
  });

  it('reaches no private address that the operator did not allow', async () => {
    const strict = outboundClient({ allow: [], allowHttp: true });
    const settings = { oidcIssuer: issuer.issuer, oidcName: '', oidcAudiences: [CLIENT], oidcParties: [] };
    const rest = { oidcAlgorithms: ['RS256'], oidcJwksUrl: '', oidcCooldown: COOLDOWN };
    const guarded = openidProvider(
      { ...settings, ...rest },
      { calls: providerCalls(strict.send), clock, log: silentLog },
    );
    await expect(guarded.verify(await issuer.signIn(ADA))).rejects.toMatchObject({ kind: 'unavailable' });
    await strict.close();
  });

  it.each([
    [{ oidcAudiences: [] }, /AUDIENCES/],
    [{ oidcIssuer: 'login.example.com' }, /ISSUER/],
    [{ oidcAlgorithms: ['HS256'] }, /ALGORITHMS/],
    [{ oidcAlgorithms: [] }, /ALGORITHMS/],
    [{ oidcName: 'causeway' }, /NAME/],
    [{ oidcName: 'x'.repeat(65) }, /NAME/],
  ])('does not start with %j', (settings, message) => expect(() => made(settings)).toThrow(message));
});
