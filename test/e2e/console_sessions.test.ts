import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSignedInVisitor, aSignInLink, aVisitor, type Session, type Visitor } from '../support/console_visitor.ts';
import { withIdentityStores } from '../support/credentials.ts';
import { aPerson, theOwner } from '../support/people.ts';
import { request, startOwnPlatform, type TestPlatform } from '../support/platform.ts';

describe('sessions of the console', () => {
  let platform: TestPlatform;
  let project: string;
  beforeAll(async () => {
    platform = await startOwnPlatform({ CAUSEWAY_GATEWAY_CALLER_CACHE_MS: '0' });
    project = platform.ready.project.name;
  });
  afterAll(() => platform.stop());

  const credentials = async (visitor: Visitor, body: object = { projectIdOrName: project }) => {
    const answer = await visitor.post('/console/session', body);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body as unknown as Session;
  };
  const ask = async (headers: Record<string, string>, path: string, method = 'GET', body?: object) =>
    request(platform.origin, method, path, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const byKey = (session: Session, path: string, method?: string, body?: object) =>
    ask({ 'x-api-key': session.key?.token ?? '' }, `/v1/projects/${project}${path}`, method, body);
  const byToken = (session: Session, path: string) => ask({ authorization: `Bearer ${session.token}` }, `/v1${path}`);

  async function aMember(role: 'member' | 'admin') {
    const person = await aPerson(platform, `${role}-${Math.random()}@console.example`);
    const body = { builderId: person.builderId, role };
    expect((await theOwner(platform).send('POST', `/orgs/${platform.ready.orgId}/memberships`, body)).status).toBe(201);
    return person;
  }

  it('begin with a link, and give a token and a key that the operations accept', async () => {
    const session = await credentials(await aSignedInVisitor(platform));
    expect(session).toMatchObject({
      builder: { fullName: 'First Builder' },
      token: expect.stringMatching(/^cws_[\w-]{43}$/),
      key: { token: expect.stringMatching(/^cws_/), projectId: platform.ready.project.id, role: 'owner' },
    });
    const left = Date.parse(session.expiresAt) - Date.now();
    expect(left > 0 && left <= 600_000).toBe(true);
    expect((await byToken(session, '/my-info')).status).toBe(200);
    expect((await byKey(session, '/installations')).status).toBe(200);
    const pause = `/read/v1/projects/${project}/integrations/nothing/installations/nothing:pause`;
    expect((await ask({ 'x-api-key': session.key?.token ?? '' }, pause, 'POST', {})).status).toBe(404);
  });

  it('keep key and token apart: neither is accepted in the place of the other', async () => {
    const session = await credentials(await aSignedInVisitor(platform));
    expect((await ask({ 'x-api-key': session.token }, `/v1/projects/${project}/installations`)).status).toBe(401);
    const asBearer = await ask({ authorization: `Bearer ${session.key?.token}` }, '/v1/my-info');
    expect(asBearer.status).toBe(401);
  });

  it('are not listed with the API keys', async () => {
    const session = await credentials(await aSignedInVisitor(platform));
    const { text } = await byKey(session, '/api-keys');
    expect(text).not.toContain('cws_');
    expect(text).toContain('cwk_');
  });

  it('spend a link once, even if several browsers try at the same time', async () => {
    const token = await aSignInLink(platform);
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await aVisitor(platform).post('/console/session/link', { token })).status),
    );
    expect(statuses.toSorted()).toEqual([204, ...Array.from({ length: 7 }, () => 401)]);
  });

  it.each<[string, () => Promise<string>]>([
    ['an expired link', () => aSignInLink(platform, '', { expireTime: Date.now() - 1 })],
    ['an unknown link', async () => `cws_${'a'.repeat(43)}`],
    ['a text that is no link', async () => "' OR 1=1"],
  ])('refuse %s, and say what to do', async (_what, tokenOf) => {
    const { status, body } = await aVisitor(platform).post('/console/session/link', { token: await tokenOf() });
    expect([status, body['remedy']]).toEqual([401, expect.stringContaining('npm run token -- --link')]);
  });

  it.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
  ])('answer nothing to a page of %s', async (_what, headers) => {
    const visitor = await aSignedInVisitor(platform);
    const answer = await visitor.post('/console/session', { projectIdOrName: project }, headers);
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain('cws_');
  });

  it('answer 401 without the cookie, and never accept the cookie for an operation', async () => {
    expect((await aVisitor(platform).post('/console/session')).status).toBe(401);
    const visitor = await aSignedInVisitor(platform);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await ask({ cookie }, '/v1/my-info')).status).toBe(401);
  });

  it('end with the sign-out: cookie, key and token', async () => {
    const visitor = await aSignedInVisitor(platform);
    const session = await credentials(visitor);
    const kept = new Map(visitor.cookies);
    expect((await visitor.post('/console/sign-out')).status).toBe(204);
    expect(visitor.cookies.size).toBe(0);
    expect((await byKey(session, '/installations')).status).toBe(401);
    expect((await byToken(session, '/my-info')).status).toBe(401);
    for (const [name, value] of kept) visitor.cookies.set(name, value);
    expect((await visitor.post('/console/session')).status).toBe(401);
  });

  it('give a member no more than the API gives a member, and follow the role at once', async () => {
    const person = await aMember('admin');
    const visitor = await aSignedInVisitor(platform, person.builderId);
    const session = await credentials(visitor);
    expect(session.key?.role).toBe('admin');
    const create = () => byKey(session, '/api-keys', 'POST', { label: 'made by a session' });
    expect((await create()).status).toBe(201);
    await withIdentityStores(platform, (_stores, _sealer, db) =>
      db('memberships').where({ builder_id: person.builderId }).update({ role: 'member' }),
    );
    expect((await create()).status).toBe(403);
    expect((await byKey(session, '/api-keys')).status).toBe(403);
    expect((await byKey(session, '/installations')).status).toBe(200);
    await withIdentityStores(platform, (_stores, _sealer, db) =>
      db('memberships').where({ builder_id: person.builderId }).del(),
    );
    expect((await byKey(session, '/installations')).status).toBe(401);
    expect((await visitor.post('/console/session', { projectIdOrName: project })).status).toBe(404);
  });

  it('know only the projects of the builder: others are answered like absent ones', async () => {
    const stranger = await aPerson(platform, 'stranger@console.example');
    const visitor = await aSignedInVisitor(platform, stranger.builderId);
    for (const projectIdOrName of [project, platform.ready.project.id, 'nothing-here']) {
      const { status, body } = await visitor.post('/console/session', { projectIdOrName });
      expect([status, body['detail']]).toEqual([404, 'There is no such project.']);
    }
    expect((await credentials(visitor, {})).key).toBeUndefined();
  });

  it('leave no secret in the database or in the log', async () => {
    const visitor = await aSignedInVisitor(platform);
    const session = await credentials(visitor);
    const secrets = [session.token, session.key?.token ?? '', ...visitor.cookies.values()];
    const rows = await withIdentityStores(platform, async (_stores, _sealer, db) =>
      JSON.stringify([await db('session_keys'), await db('console_sessions'), await db('sign_in_links')]),
    );
    for (const secret of secrets) {
      expect(rows).not.toContain(secret);
      expect(platform.log()).not.toContain(secret);
    }
  });

  it.each([
    ['a body that is no object', '[1]', 400],
    ['a body that is no JSON', '{', 400],
    ['a large body', JSON.stringify({ token: 'x'.repeat(10_000) }), 413],
  ])('answer %s with a problem', async (_what, body, status) => {
    const answer = await request(platform.origin, 'POST', '/console/session', {
      headers: { origin: platform.origin, 'content-type': 'application/json' },
      body,
    });
    expect([answer.status, answer.type]).toEqual([status, 'application/problem+json']);
  });
});

describe('the gateway that signs somebody out', () => {
  it('forgets what it remembered of the key, and does not honour it for a second more', async () => {
    const platform = await startOwnPlatform();
    try {
      const visitor = await aSignedInVisitor(platform);
      const project = platform.ready.project.name;
      const { body } = await visitor.post('/console/session', { projectIdOrName: project });
      const { key } = body as unknown as Session;
      const ask = () =>
        request(platform.origin, 'GET', `/v1/projects/${project}/installations`, {
          headers: { 'x-api-key': key?.token ?? '' },
        });
      expect((await ask()).status).toBe(200);
      await visitor.post('/console/sign-out');
      expect((await ask()).status).toBe(401);
    } finally {
      await platform.stop();
    }
  });
});
