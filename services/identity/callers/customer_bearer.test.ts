import { Buffer } from 'node:buffer';
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBuilderTokens, newSigningKey, OWN_ISSUER } from '../../../lib/crypto/builder_token.ts';
import { migrateUp } from '../../../lib/db/migrate.ts';
import { type Db, openDatabase } from '../../../lib/db/open.ts';
import { newId } from '../../../lib/ids/ids.ts';
import { makeAudit } from '../audit/audit_entries.ts';
import { makeCreateJwtKey } from '../jwt_keys/jwt_keys.ts';
import { migrations } from '../migrations/migrations.ts';
import { makeCallerOfSession } from '../sessions/sessions.ts';
import { type Stores, sqlStores } from '../stores.ts';
import { type Authenticate, builderBearer, customerBearer, makeAuthenticate } from './authenticate.ts';
import { makeBuilderOfLogin, makeBuilderOfToken } from './builder_of_token.ts';

type Fields = Record<string, unknown>;
type Sign = (input: string) => string;

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const rs =
  (privateKey: string, hash = 'RSA-SHA256'): Sign =>
  (input) =>
    createSign(hash).update(input).sign(privateKey, 'base64url');
const hs =
  (secret: string): Sign =>
  (input) =>
    createHmac('sha256', secret).update(input).digest('base64url');
/** Made by hand, because libraries refuse to make invalid tokens. */
const token = (header: unknown, payload: unknown, sign: Sign) => {
  const input = `${encoded(header)}.${encoded(payload)}`;
  return `${input}.${sign(input)}`;
};

describe('the token of a customer', () => {
  const NOW = 1_800_000_000;
  const signer = pair();
  const stranger = pair();
  let db: Db;
  let stores: Stores;
  let authenticate: Authenticate;
  let kid: string;
  let inactive: string;
  const clock = { now: () => NOW * 1_000 };
  const claims: Fields = { groupRef: 'acme', consumerRef: 'ada', iat: NOW - 10, exp: NOW + 290, sub: 'whatever' };
  const header = (): Fields => ({ alg: 'RS256', typ: 'JWT', kid });
  const good = (more: Fields = {}, moreHeader: Fields = {}) =>
    token({ ...header(), ...moreHeader }, { ...claims, ...more }, rs(signer.privateKey));
  const ask = (bearerToken: string, projectIdOrName = '') => authenticate({ apiKey: '', bearerToken, projectIdOrName });

  beforeAll(async () => {
    db = openDatabase('sqlite::memory:');
    await migrateUp(db, migrations);
    stores = sqlStores(db);
    const tokens = await createBuilderTokens(newSigningKey());
    const builderOfLogin = makeBuilderOfLogin({ stores, clock, newId });
    const builderOfToken = makeBuilderOfToken({ stores, tokens, identityProvider: null, builderOfLogin, clock });
    const builders = builderBearer({ stores, builderOfToken, issuers: [OWN_ISSUER] });
    const callerOfSession = makeCallerOfSession({ stores, clock });
    authenticate = makeAuthenticate({
      stores,
      bearers: [builders, customerBearer({ stores, clock })],
      callerOfSession,
    });
    for (const name of ['mine', 'other'])
      await stores.projects.insert({
        id: name === 'mine' ? MINE : OTHER,
        name,
        appName: name,
        allowedOrigins: [],
        restrictFrontendKeys: false,
        orgId: newId(),
        createTime: 0,
        updateTime: null,
      });
    const register = makeCreateJwtKey({ stores, clock, newId, audit: makeAudit({ clock, newId }) });
    const request = { projectId: MINE, label: 'signer', publicKeyPem: signer.publicKey };
    kid = (await register({ principal: 'system:test' }, request)).id;
    inactive = (await register({ principal: 'system:test' }, request)).id;
    await stores.jwtKeys.update(MINE, inactive, { active: false, updateTime: 1 });
  });
  afterAll(() => db.destroy());

  const MINE = newId();
  const OTHER = newId();

  it('speaks for its group and consumer, in the project of its key and in no other', async () => {
    const caller = { scheme: 'customer', groupRef: 'acme', consumerRef: 'ada', scopes: [], projectIds: [MINE] };
    await expect(ask(good())).resolves.toMatchObject(caller);
    await expect(ask(good(), 'mine')).resolves.toMatchObject({ ...caller, project: { id: MINE }, role: '' });
    await expect(ask(good(), 'other')).rejects.toMatchObject({ kind: 'notFound' });
  });
  it.each([
    ['without typ', {}, { typ: undefined }],
    ['with typ in small letters', {}, { typ: 'jwt' }],
    ['of the whole ten minutes', { iat: NOW, exp: NOW + 600 }, {}],
    ['just expired, by a clock that is behind', { iat: NOW - 300, exp: NOW - 29 }, {}],
    ['issued by a clock that is ahead', { iat: NOW + 29, exp: NOW + 300 }, {}],
    ['with a header that means nothing to us', {}, { x5t: 'abc' }],
  ])('is taken %s', async (_what, more, moreHeader) => {
    await expect(ask(good(more, moreHeader))).resolves.toMatchObject({ scheme: 'customer' });
  });

  const unsigned: Sign = () => '';
  const jwk = { kty: 'RSA', ...stranger } as unknown;
  it.each<[string, () => string]>([
    ['alg none', () => token({ ...header(), alg: 'none' }, claims, unsigned)],
    ['alg none with a signature', () => token({ ...header(), alg: 'none' }, claims, rs(signer.privateKey))],
    ['no alg', () => good({}, { alg: undefined })],
    ['alg in small letters', () => good({}, { alg: 'rs256' })],
    ['the public key as an HMAC secret', () => token({ ...header(), alg: 'HS256' }, claims, hs(signer.publicKey))],
    ['HMAC under the name of RS256', () => token(header(), claims, hs(signer.publicKey))],
    ['RS512', () => token({ ...header(), alg: 'RS512' }, claims, rs(signer.privateKey, 'RSA-SHA512'))],
    ['PS256', () => good({}, { alg: 'PS256' })],
    ['the signature of another hash', () => token(header(), claims, rs(signer.privateKey, 'RSA-SHA1'))],
    ["a stranger's signature", () => token(header(), claims, rs(stranger.privateKey))],
    [
      'claims changed after signing',
      () => good().replace(/\.[^.]+\./, `.${encoded({ ...claims, groupRef: 'rival' })}.`),
    ],
    ['a header changed after signing', () => good().replace(/^[^.]+/, encoded({ ...header(), typ: 'jwt' }))],
    ['no signature', () => good().replace(/[^.]+$/, '')],
    ['a signature cut short', () => good().slice(0, -8)],
    ['a key of its own', () => token({ ...header(), jwk }, claims, rs(stranger.privateKey))],
    ['a place for its keys', () => good({}, { jku: 'https://evil.example/keys' })],
    ['a certificate', () => good({}, { x5c: ['MIIB'] })],
    ['a place for its certificate', () => good({}, { x5u: 'https://evil.example/cert' })],
    ['critical headers', () => good({}, { crit: ['exp'], exp: 1 })],
    ['an unencoded payload', () => good({}, { b64: false })],
    ['compression', () => good({}, { zip: 'DEF' })],
    ['a token inside', () => good({}, { cty: 'JWT' })],
    ['the typ of an access token', () => good({}, { typ: 'at+jwt' })],
    ['a typ that is no text', () => good({}, { typ: 1 })],
    ['no kid', () => good({}, { kid: undefined })],
    ['a kid that is no id', () => good({}, { kid: '../../etc/passwd' })],
    ['a kid with SQL', () => good({}, { kid: `${kid}' or 1=1 --` })],
    ['a kid in a list', () => good({}, { kid: [kid] })],
    ['a kid that nobody registered', () => good({}, { kid: newId() })],
    ['a kid that is inactive', () => good({}, { kid: inactive })],
    ['our own name as issuer', () => token({ alg: 'RS256' }, { ...claims, iss: 'causeway' }, rs(signer.privateKey))],
    ['more than ten minutes', () => good({ iat: NOW, exp: NOW + 601 })],
    ['no end', () => good({ exp: undefined })],
    ['no beginning', () => good({ iat: undefined })],
    ['an end before its beginning', () => good({ iat: NOW + 10, exp: NOW - 10 })],
    ['an end that is text', () => good({ exp: String(NOW + 100) })],
    ['a beginning that is text', () => good({ iat: String(NOW) })],
    ['an end long past', () => good({ iat: NOW - 400, exp: NOW - 31 })],
    ['a beginning in the future', () => good({ iat: NOW + 31, exp: NOW + 300 })],
    ['a time before which it must not be used', () => good({ nbf: NOW + 31 })],
    ['no group', () => good({ groupRef: undefined })],
    ['no consumer', () => good({ consumerRef: undefined })],
    ['an empty group', () => good({ groupRef: '' })],
    ['a group that is no text', () => good({ groupRef: { $ne: '' } })],
    ['several groups', () => good({ groupRef: ['acme', 'rival'] })],
    ['a group of blanks', () => good({ groupRef: 'acme ' })],
    ['a group with a zero-width character', () => good({ groupRef: 'ac\u200bme\u200b' })],
    ['a consumer too long to be one', () => good({ consumerRef: 'x'.repeat(192) })],
    ['too many letters', () => good({ sub: 'x'.repeat(9_000) })],
    ['five parts', () => `${good()}.a.b`],
    ['padding', () => `${good()}=`],
    ['a header that is no object', () => token([], claims, rs(signer.privateKey))],
    ['a payload that is no object', () => token(header(), '"text"', rs(signer.privateKey))],
    ['a payload that is no JSON', () => token(header(), '{', rs(signer.privateKey))],
    ['nothing', () => ''],
  ])('is refused with %s', async (_what, make) => {
    const refusal = await ask(make()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: 'unauthenticated' });
    expect(JSON.stringify(refusal)).not.toMatch(/acme|evil|eyJ/);
  });

  it('is refused once its key is deactivated or removed', async () => {
    await stores.jwtKeys.update(MINE, kid, { active: false, updateTime: 1 });
    await expect(ask(good())).rejects.toMatchObject({ kind: 'unauthenticated' });
    await stores.jwtKeys.update(MINE, kid, { active: true, updateTime: 2 });
    await expect(ask(good())).resolves.toBeDefined();
    await stores.jwtKeys.remove(MINE, kid);
    await expect(ask(good())).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
