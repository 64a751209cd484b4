import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { checkDeclared } from '../support/declared_answers.ts';
import { CLIENT, type OidcIssuer, OTHER_CLIENT, startOidcIssuer } from '../support/oidc_issuer.ts';
import { theOwner } from '../support/people.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

type Info = { builder: { id: string; idpProvider: string; idpRef: string; primaryEmail: string; fullName: string } };

const ADA = { sub: 'ada', email: 'Ada@Example.com', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };

describe('builders who sign in at an OpenID Connect issuer', () => {
  let issuer: OidcIssuer;
  let platform: TestPlatform;
  beforeAll(async () => {
    issuer = await startOidcIssuer();
    platform = await startTestPlatform({
      CAUSEWAY_IDENTITY_OIDC_ISSUER: issuer.issuer,
      CAUSEWAY_IDENTITY_OIDC_AUDIENCES: CLIENT,
      CAUSEWAY_IDENTITY_OIDC_COOLDOWN_MS: '300',
      CAUSEWAY_GATEWAY_CALLER_CACHE_MS: '0',
    });
  });
  afterAll(async () => {
    await platform.stop();
    await issuer.down();
  });

  async function ask(token: string, method = 'GET', path = '/v1/my-info', body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const answer = await request(platform.origin, method, path, {
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    checkDeclared(method, path, answer);
    return answer;
  }
  const infoOf = async (token: string) => succeeded<Info>(await ask(token)).builder;

  it('are created by their first sign-in, from the claims of their token', async () => {
    const builder = await infoOf(await issuer.signIn(ADA));
    expect(builder).toMatchObject({
      idpProvider: new URL(issuer.issuer).host,
      idpRef: 'ada',
      primaryEmail: 'ada@example.com',
      fullName: 'Ada Lovelace',
    });
    expect((await infoOf(await issuer.signIn(ADA))).id).toBe(builder.id);
  });

  it('are created once, also with concurrent first sign-ins', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 8 }, () => issuer.signIn({ sub: 'grace', email: 'grace@example.com' })),
    );
    const builders = await Promise.all([...tokens, ...tokens].map(infoOf));
    expect(new Set(builders.map(({ id }) => id)).size).toBe(1);
  });

  it('are identified by the issuer and its subject, not by an address that anybody may claim', async () => {
    const own = theOwner(platform);
    const { primaryEmail, id } = succeeded<Info>(await own.send('GET', '/my-info')).builder;
    const same = await infoOf(await issuer.signIn({ sub: 'mallory', email: primaryEmail, email_verified: true }));
    expect(same.id).not.toBe(id);
    expect(await projectsOf(await issuer.signIn({ sub: 'mallory', email: primaryEmail }))).toEqual([]);
    const named = await infoOf(await issuer.signIn({ sub: id, email: 'named@example.com' }));
    expect(named.id).not.toBe(id);
  });

  async function projectsOf(token: string): Promise<string[]> {
    return succeeded<{ name: string }[]>(await ask(token, 'GET', '/v1/projects')).map(({ name }) => name);
  }

  it('see nothing until they are invited, and then their org', async () => {
    const lin = { sub: 'lin', email: 'lin@example.com', email_verified: true };
    expect(await projectsOf(await issuer.signIn(lin))).toEqual([]);
    expect((await ask(await issuer.signIn(lin), 'GET', '/v1/projects/demo')).status).toBe(404);
    const invite = { email: 'lin@example.com' };
    succeeded(await theOwner(platform).send('POST', `/orgs/${platform.ready.orgId}/invites`, invite));
    const accept = (token: string) => ask(token, 'POST', '/v1/invites:accept', { invitedEmail: 'lin@example.com' });
    const unverified = await issuer.signIn({ ...lin, email_verified: false });
    expect((await accept(unverified)).status).toBeGreaterThanOrEqual(400);
    const impostor = await issuer.signIn({ sub: 'x', email: 'x@example.com', email_verified: true });
    expect((await accept(impostor)).status).toBeGreaterThanOrEqual(400);
    expect((await accept(await issuer.signIn(lin))).status).toBe(200);
    expect(await projectsOf(await issuer.signIn(lin))).toEqual(['demo']);
  });

  it('need an address the first time', async () => {
    const answer = await ask(await issuer.signIn({ sub: 'nameless' }));
    expect([answer.status, answer.body['remedy']]).toEqual([401, expect.stringContaining('email')]);
  });

  it('are refused with the token of another client, issuer, kind or time', async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    const good = { iss: issuer.issuer, aud: CLIENT, sub: 'ada', iat: seconds, exp: seconds + 60 };
    expect((await ask(await issuer.sign(good))).status).toBe(200);
    const bad = await Promise.all([
      issuer.signIn(ADA, OTHER_CLIENT),
      issuer.sign({ ...good, iss: `${issuer.issuer}/` }),
      issuer.sign({ ...good, iss: 'causeway', aud: 'causeway' }),
      issuer.sign(good, { typ: 'logout+jwt' }),
      issuer.sign({ ...good, exp: seconds - 120 }),
      issuer.sign({ ...good, nbf: seconds + 600 }),
    ]);
    const answers = await Promise.all(bad.map((token) => ask(token)));
    expect(answers.map(({ status }) => status)).toEqual(bad.map(() => 401));
    expect(new Set(answers.map(({ body }) => body['detail'])).size).toBe(1);
  });

  it('stay signed in when the issuer rotates its keys, and their old tokens end with the old keys', async () => {
    const old = await issuer.signIn(ADA);
    const { id } = await infoOf(old);
    issuer.rotate({ alg: 'ES256' });
    await sleep(350);
    expect((await infoOf(await issuer.signIn(ADA))).id).toBe(id);
    expect((await ask(old)).status).toBe(401);
  });

  it('stay signed in while the issuer is down; a token with an unknown key can be retried later', async () => {
    const known = await issuer.signIn(ADA);
    expect((await ask(known)).status).toBe(200);
    issuer.rotate();
    const unknown = await issuer.signIn(ADA);
    await issuer.down();
    await sleep(350);
    expect((await ask(known)).status).toBe(200);
    const answer = await ask(unknown);
    expect([answer.status, answer.body['retryable'], answer.body['subsystem']]).toEqual([503, true, 'identity']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await issuer.up();
    await sleep(350);
    expect((await ask(unknown)).status).toBe(200);
  });

  it('do not affect the tokens of our own issuer', async () => {
    expect(await projectsOf(platform.ready.bearerToken)).toEqual(['demo']);
  });
});
