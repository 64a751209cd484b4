import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';

const MINUTE = 60_000;
let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

/** A connection whose access token is valid for an hour. */
async function signedIn(
  tokens: object = { accessToken: { token: 'at1', expiresAt: '2026-01-01T01:00:00Z' }, refreshToken: 'rt1' },
): Promise<string> {
  const { id } = await world.connect({
    provider: 'sandboxOAuth',
    credentialsJson: JSON.stringify({ oauth2AuthorizationCode: tokens }),
  });
  return id;
}

const authOf = (connectionId: string) => world.getCallAuth(world.call, { projectId: PROJECT, connectionId });
const reject = (connectionId: string, generation: number) =>
  world.reportRejected(world.call, { projectId: PROJECT, connectionId, generation });
const statusOf = async (id: string) => (await world.deps.stores.connections.find(PROJECT, id))?.connection.status;
const eventTypes = async () => (await world.events()).map(({ type }) => type);
const invalidGrant = () => ({ status: 400, body: { error: 'invalid_grant' } });

/** A provider that accepts each refresh token once. */
function rotating(waitMs = 0) {
  const state = { calls: 0, atOnce: 0, maxAtOnce: 0, refused: 0, token: 'rt1' };
  world.answer((async (request: { body?: string }) => {
    state.calls += 1;
    state.atOnce += 1;
    state.maxAtOnce = Math.max(state.maxAtOnce, state.atOnce);
    await sleep(waitMs);
    state.atOnce -= 1;
    if (new URLSearchParams(request.body).get('refresh_token') !== state.token) {
      state.refused += 1;
      return invalidGrant();
    }
    state.token = `rt${state.calls + 1}`;
    return { body: { access_token: `at${state.calls + 1}`, refresh_token: state.token, expires_in: 3600 } };
  }) as never);
  return state;
}

describe('getCallAuth', () => {
  it('S1: treats a refresh whose answer is too large to be read as one whose answer was lost', async () => {
    const id = await signedIn();
    world.pass(59 * MINUTE);
    const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
    world.answer(() => ({ body: { access_token: 'at2', refresh_token: 'rt2', more: deep(2_000) } }));
    expect(await authOf(id)).toMatchObject({ headers: { Authorization: 'Bearer at1' } });
    expect(await world.db('connections').where({ id }).first('spend_state')).toEqual({ spend_state: 'unknown' });
    // The provider may have rotated the token, so it is not sent again while the access token is valid.
    await authOf(id);
    expect(world.sent).toHaveLength(1);
  });

  it('makes no call while the token is valid', async () => {
    const id = await signedIn();
    expect(await authOf(id)).toMatchObject({
      headers: { Authorization: 'Bearer at1' },
      generation: 1,
      expireTime: Date.UTC(2026, 0, 1, 1),
    });
    expect(world.sent).toEqual([]);
  });

  it('refreshes a token that is about to expire, and emits an event', async () => {
    const id = await signedIn();
    rotating();
    world.pass(56 * MINUTE);
    expect(await authOf(id)).toMatchObject({ headers: { Authorization: 'Bearer at2' }, generation: 2 });
    expect(await authOf(id)).toMatchObject({ generation: 2 });
    expect(await eventTypes()).toEqual(['connection.created', 'connection.refreshed']);
  });

  it('sends a refresh token once for concurrent callers', async () => {
    const id = await signedIn();
    const provider = rotating(150);
    world.pass(61 * MINUTE);
    const answers = await Promise.all(Array.from({ length: 12 }, () => authOf(id)));
    expect(answers.map(({ headers }) => headers['Authorization'])).toEqual(Array(12).fill('Bearer at2'));
    expect(provider).toMatchObject({ calls: 1, maxAtOnce: 1, refused: 0 });
  });

  it('lets other callers use a token that is still valid', async () => {
    const id = await signedIn();
    rotating(300);
    world.pass(57 * MINUTE);
    const owner = authOf(id);
    await sleep(50);
    expect(await authOf(id)).toMatchObject({ headers: { Authorization: 'Bearer at1' }, generation: 1 });
    expect(await owner).toMatchObject({ generation: 2 });
  });

  it('keeps the old refresh token when the provider sends no new one', async () => {
    const id = await signedIn();
    world.answer(() => ({ body: { access_token: 'at2', expires_in: 60 } }));
    world.pass(61 * MINUTE);
    await authOf(id);
    world.pass(2 * MINUTE);
    await authOf(id);
    expect(world.sent.map(({ body }) => new URLSearchParams(body).get('refresh_token'))).toEqual(['rt1', 'rt1']);
  });

  it('tries a refused grant again, then reports it once', async () => {
    const id = await signedIn();
    world.answer(invalidGrant);
    world.pass(61 * MINUTE);
    const results = await Promise.allSettled([authOf(id), authOf(id), authOf(id)]);
    expect(results.map((result) => result.status === 'rejected' && (result.reason as { kind: string }).kind)).toEqual(
      Array(3).fill('unprocessable'),
    );
    expect(world.sent.length).toBe(2);
    expect(await statusOf(id)).toBe('bad_credentials');
    expect((await eventTypes()).filter((type) => type === 'connection.error').length).toBe(1);
    expect(JSON.stringify(await world.events())).not.toContain('rt1');
  });

  it('finds tokens that another replica has rotated meanwhile', async () => {
    const id = await signedIn();
    let calls = 0;
    world.answer((async () => {
      calls += 1;
      const { connections } = world.deps.stores;
      const row = await connections.findSecret(PROJECT, id);
      if (row && calls === 1)
        await connections.replaceCredentials(PROJECT, id, row.generation, { ...row, expireTime: Date.UTC(2026, 0, 2) });
      return invalidGrant();
    }) as never);
    world.pass(61 * MINUTE);
    expect(await authOf(id)).toMatchObject({ generation: 2 });
    expect(calls).toBe(1);
    expect(await statusOf(id)).toBe('created');
  });

  it('uses the credentials of a sign-in that happens while the old grant is being refused', async () => {
    const id = await signedIn();
    const connection = await world.deps.stores.connections.findSecret(PROJECT, id);
    const tokens = { accessToken: 'new', issueTime: Date.UTC(2026, 0, 1), refreshToken: 'new-rt' };
    const credentials = world.deps.box.seal(connection!, { kind: 'oauth2', tokens });
    const change = { credentials, expireTime: null, refreshTime: null, status: 'created' as const, statusTime: 0 };
    let asked = 0;
    world.answer((async () => {
      asked += 1;
      if (asked === 2) await world.deps.stores.connections.replaceCredentials(PROJECT, id, 1, change);
      return invalidGrant();
    }) as never);
    world.pass(61 * MINUTE);
    expect(await authOf(id)).toMatchObject({ headers: { Authorization: 'Bearer new' }, generation: 2 });
    expect([asked, await statusOf(id), await eventTypes()]).toEqual([2, 'created', ['connection.created']]);
  });

  it('keeps the status when the provider does not answer, and waits before the next try', async () => {
    const id = await signedIn();
    world.answer(() => ({ status: 503, body: {} }));
    world.pass(57 * MINUTE);
    expect(await authOf(id)).toMatchObject({ headers: { Authorization: 'Bearer at1' } });
    expect(await authOf(id)).toMatchObject({ headers: { Authorization: 'Bearer at1' } });
    expect(world.sent.length).toBe(1);
    world.pass(4 * MINUTE);
    await expect(authOf(id)).rejects.toMatchObject({ kind: 'providerFailed' });
    await expect(authOf(id)).rejects.toMatchObject({ kind: 'providerFailed' });
    expect(world.sent.length).toBe(2);
    expect(await statusOf(id)).toBe('created');
    rotating();
    world.pass(MINUTE);
    expect(await authOf(id)).toMatchObject({ generation: 2 });
  });

  it('marks a connection as bad when a token without a refresh token has expired', async () => {
    const id = await signedIn({ accessToken: { token: 'at1', expiresAt: '2026-01-01T01:00:00Z' } });
    world.pass(61 * MINUTE);
    await expect(authOf(id)).rejects.toMatchObject({ kind: 'unprocessable' });
    expect(await statusOf(id)).toBe('bad_credentials');
  });
});

describe('callers that wait for a refresh', () => {
  it('do not ask the provider again before its Retry-After', async () => {
    const id = await signedIn();
    world.pass(61 * MINUTE);
    world.answer((async () => {
      await sleep(150);
      return { status: 429, headers: { 'retry-after': '60' }, body: {} };
    }) as never);
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => authOf(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    expect(world.sent).toHaveLength(1);
  });
});

describe('a refresh that fails before the request', () => {
  it('does not report the refresh token as used', async () => {
    const id = await signedIn();
    const { providerApps } = world.deps.stores;
    const findDefault = providerApps.findDefault;
    providerApps.findDefault = () => Promise.reject(new Error('the database is away'));
    world.pass(61 * MINUTE);
    await expect(authOf(id)).rejects.toThrow('the database is away');
    providerApps.findDefault = findDefault;
    expect(world.sent).toEqual([]);
    expect(await world.db('connections').where({ id }).first('spend_state')).toEqual({ spend_state: null });
  });
});

describe('reportRejected', () => {
  it('refreshes the rejected token', async () => {
    const id = await signedIn();
    rotating();
    await reject(id, 1);
    expect(await authOf(id)).toMatchObject({ headers: { Authorization: 'Bearer at2' }, generation: 2 });
  });

  it('ignores an older generation', async () => {
    const id = await signedIn();
    const provider = rotating();
    await reject(id, 1);
    await reject(id, 1);
    expect(provider.calls).toBe(1);
    expect(await statusOf(id)).toBe('created');
  });

  it('reports an unavailable token endpoint, so that a read does not fail for a temporary 401', async () => {
    const id = await signedIn({ accessToken: 'at1', refreshToken: 'rt1' });
    world.answer(() => ({ status: 503, body: {} }));
    await expect(reject(id, 1)).rejects.toMatchObject({ kind: 'providerFailed' });
    expect(await statusOf(id)).toBe('created');
  });

  it('refreshes once for many reports', async () => {
    const id = await signedIn();
    const provider = rotating(100);
    await Promise.all([reject(id, 1), reject(id, 1), reject(id, 1)]);
    expect(provider).toMatchObject({ calls: 1, refused: 0 });
  });

  it('gives up on tokens that are rejected as soon as they are issued', async () => {
    const id = await signedIn();
    rotating();
    for (let generation = 1; generation <= 3; generation += 1) await reject(id, generation);
    expect(await statusOf(id)).toBe('bad_credentials');
  });

  const once = (id: string) => expect(reject(id, 1)).rejects.toMatchObject({ kind: 'providerFailed' });

  it('keeps a key that is rejected for a moment by any number of calls, and says when to try again', async () => {
    const { id } = await world.connect();
    const until = world.deps.clock.now() + 3_000;
    await expect(reject(id, 1)).rejects.toMatchObject({ extras: { retryAfter: until } });
    world.pass(2_000);
    await Promise.all([once(id), once(id)]);
    await expect(reject(id, 1)).rejects.toMatchObject({ extras: { retryAfter: until } });
    expect(await statusOf(id)).toBe('working');
    expect(await eventTypes()).toEqual(['connection.created']);
  });

  it('forgets a rejection after a success or after ten minutes', async () => {
    const { id } = await world.connect();
    await once(id);
    world.pass(4_000);
    await world.deps.stores.connections.markWorking(PROJECT, id, world.deps.clock.now());
    await once(id);
    world.pass(10 * MINUTE);
    await once(id);
    expect(await statusOf(id)).toBe('working');
  });

  it('marks a key as bad once after a second rejection, and tries it again after ten minutes', async () => {
    const { id } = await world.connect();
    await once(id);
    world.pass(3_000);
    await reject(id, 1);
    await reject(id, 1);
    expect(await eventTypes()).toEqual(['connection.created', 'connection.error']);
    await expect(authOf(id)).rejects.toMatchObject({ kind: 'unprocessable' });
    world.pass(11 * MINUTE);
    expect(await authOf(id)).toMatchObject({ headers: { 'X-Sandbox-Key': 'CANARY-key' } });
    await expect(authOf(id)).rejects.toMatchObject({ kind: 'unprocessable' });
  });
});

describe('getConnection with refresh', () => {
  const get = (connectionId: string, refresh: string) =>
    world.getConnection(world.call, {
      projectId: PROJECT,
      connectionId,
      includeCreds: true,
      includeRefreshToken: false,
      refresh,
    });

  it('refreshes always, or only an expired token', async () => {
    const id = await signedIn();
    const provider = rotating();
    await get(id, 'ifExpired');
    expect(provider.calls).toBe(0);
    expect((await get(id, 'force')).shown).toMatchObject({
      oauth2AuthorizationCode: { accessToken: { token: 'at2' } },
    });
    world.pass(61 * MINUTE);
    await get(id, 'ifExpired');
    expect(provider.calls).toBe(2);
  });

  it('reports a failed refresh', async () => {
    const id = await signedIn();
    world.answer(() => ({ status: 500, body: {} }));
    await expect(get(id, 'force')).rejects.toMatchObject({ kind: 'providerFailed' });
  });
});

describe('renewDueTokens', () => {
  it('refreshes due tokens in the background, and requests client credentials again', async () => {
    const id = await signedIn();
    world.answer(() => ({ body: { access_token: 'c1', expires_in: 3600 } }));
    const client = await world.connect({
      provider: 'sandboxClient',
      credentialsJson: JSON.stringify({ oauth2ClientCredentials: { clientId: 'c', clientSecret: 's' } }),
    });
    await world.refreshDueTokens();
    expect(world.sent.length).toBe(0);
    world.pass(56 * MINUTE);
    await world.refreshDueTokens();
    for (const each of [id, client.id]) expect((await authOf(each)).generation).toBe(2);
    expect(world.sent.map(({ body }) => new URLSearchParams(body).get('grant_type')).sort()).toEqual([
      'client_credentials',
      'refresh_token',
    ]);
  });

  it('uses a refresh token daily when the access token never expires', async () => {
    const id = await signedIn({ accessToken: 'at1', refreshToken: 'rt1' });
    rotating();
    await world.refreshDueTokens();
    expect(world.sent).toEqual([]);
    world.pass(31 * 3_600_000);
    await world.refreshDueTokens();
    expect((await authOf(id)).generation).toBe(2);
  });

  it('is not blocked by bad credentials whose provider was unavailable at their last try', async () => {
    const id = await signedIn();
    world.pass(61 * MINUTE);
    world.answer(invalidGrant);
    await expect(authOf(id)).rejects.toMatchObject({ kind: 'unprocessable' });
    world.pass(11 * MINUTE);
    world.answer(() => ({ status: 503, body: {} }));
    await expect(authOf(id)).rejects.toMatchObject({ kind: 'providerFailed' });
    world.pass(11 * MINUTE);
    expect(await world.deps.stores.refreshLeases.listDue(world.deps.clock.now(), 50)).toEqual([]);
  });

  it('refreshes the others when a row can not be opened, and starts nothing after a stop', async () => {
    const broken = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        world.connect({
          provider: 'sandboxOAuth',
          groupRef: `broken-${n}`,
          credentialsJson: JSON.stringify({
            oauth2AuthorizationCode: {
              accessToken: { token: `b${n}`, expiresAt: '2026-01-01T00:59:00Z' },
              refreshToken: `br${n}`,
            },
          }),
        }),
      ),
    );
    const id = await signedIn();
    await world
      .db('connections')
      .whereIn(
        'id',
        broken.map((one) => one.id),
      )
      .update({ credentials: 'of a lost key' });
    rotating();
    world.pass(56 * MINUTE);
    await world.refreshDueTokens(AbortSignal.abort());
    expect(world.sent).toEqual([]);
    await world.refreshDueTokens();
    expect((await authOf(id)).generation).toBe(2);
    expect(world.sent).toHaveLength(1);
  });
});
