import { describe, expect, it } from '@jest/globals';
import type { LabFault } from '../../sandbox/lab/faults/lab_faults.ts';
import { dice } from '../../sandbox/lab/records/dice.ts';
import { LOST_ANSWER_TEXT } from '../../services/installation/tokens/refresh_lease.ts';
import type { RefreshTimes } from '../../services/installation/tokens/refresh_under_lease.ts';
import { until } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { PROVIDER, type TokenReplicas, tokenReplicas } from '../support/token_replicas.ts';

const MINUTE = 60_000;
/** The default times divided by ten; the defaults are 2 s, 10 s and 45 s. */
const SCALED = { momentMs: 200, maxWaitMs: 1_000, timeoutMs: 4_500 };
const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';

forEachEngine((engine) => {
  async function on(body: (world: TokenReplicas) => Promise<void>, times: Partial<RefreshTimes> = {}) {
    const world = await tokenReplicas(engine, { times });
    await body(world).finally(() => world.close());
  }

  /** Each replica requests credentials `each` times concurrently; returns the distinct answers. */
  async function allAsk(world: TokenReplicas, id: string, each = 3): Promise<unknown[]> {
    const asked = world.replicas.flatMap((one) => Array.from({ length: each }, () => world.authOf(one, id)));
    return [...new Set(await Promise.all(asked))].sort();
  }
  const typesOf = async (world: TokenReplicas, id: string) => (await world.eventsOf(id)).map(({ type }) => type);

  describe('a refresh token is used once', () => {
    promise('by four replicas at a token endpoint that takes 300 ms', { without: 'singleRefresh' }, () =>
      on(async (world) => {
        const id = await world.signIn();
        world.lab.control.addFault(PROVIDER, { kind: 'slow', delayMs: 300, object: 'token', times: 50 });
        world.pass(61 * MINUTE);
        expect(await allAsk(world, id)).toEqual([2]);
        expect(world.spends()).toEqual({ shown: 1, maxOfOne: 1, refused: 0 });
        expect(await typesOf(world, id)).toEqual(['connection.created', 'connection.refreshed']);
      }),
    );

    const slow = isFull ? { delayMs: 30_000, times: {} } : { delayMs: 3_000, times: SCALED };
    promise(
      `and its answer stored, at one that takes ${slow.delayMs / 1000} s; callers with a valid token continue, others are told to retry`,
      { without: 'singleRefresh' },
      () =>
        on(async (world) => {
          const good = await world.signIn('ada');
          world.lab.control.setTokenRules(PROVIDER, { accessTtlSeconds: 1800 });
          const ended = await world.signIn('bob');
          world.lab.control.addFault(PROVIDER, { kind: 'slow', delayMs: slow.delayMs, object: 'token', times: 50 });
          world.pass(56 * MINUTE);
          const [goesOn, waits] = await Promise.all([allAsk(world, good), allAsk(world, ended)]);
          expect([goesOn, waits]).toEqual([[1], ['unavailable']]);
          const isRefreshed = async (id: string) => (await world.rowOf(id)).generation === 2;
          await until(async () => (await isRefreshed(good)) && (await isRefreshed(ended)), 60_000);
          expect(await allAsk(world, good)).toEqual([2]);
          expect(world.spends()).toEqual({ shown: 2, maxOfOne: 1, refused: 0 });
        }, slow.times),
    );

    promise(
      'well before the access token expires, when four replicas run their rounds at once',
      { without: 'singleRefresh' },
      () =>
        on(async (world) => {
          const ids = await Promise.all(Array.from({ length: 8 }, (_, nth) => world.signIn(`person${nth}`)));
          const times = await Promise.all(ids.map(async (id) => (await world.rowOf(id)).refreshTime ?? 0));
          const ends = (await world.rowOf(ids[0]!)).expireTime ?? 0;
          expect(Math.max(...times)).toBeLessThanOrEqual(ends - 12 * MINUTE + 1_000);
          expect(Math.min(...times)).toBeGreaterThanOrEqual(ends - 13 * MINUTE - 1_000);
          // At 80 % of an hour, with a jitter of a minute.
          expect(new Set(times.map((time) => Math.round(time / 100))).size).toBeGreaterThan(4);
          world.pass(49 * MINUTE);
          world.lab.control.addFault(PROVIDER, { kind: 'slow', delayMs: 100, object: 'token', times: 99 });
          await Promise.all(world.replicas.map((one) => one.refreshDueTokens()));
          expect(world.spends()).toEqual({ shown: 8, maxOfOne: 1, refused: 0 });
          expect(await Promise.all(ids.map(async (id) => (await world.rowOf(id)).generation))).toEqual(
            Array(8).fill(2),
          );
        }),
    );
  });

  describe('a lost answer', () => {
    /** Due for a refresh, with a valid access token; the first replica dies when it has the provider's answer. */
    async function dead(world: TokenReplicas): Promise<string> {
      const id = await world.signIn();
      world.pass(56 * MINUTE);
      const death = world.replicas[0]!.dieAtNextAnswer();
      void world.authOf(world.replicas[0]!, id);
      await death;
      world.passLeases(2 * MINUTE);
      return id;
    }

    promise(
      'is detected and reported once; the valid access token is used, and only then is the old refresh token tried again',
      { without: 'lostAnswer' },
      () =>
        on(async (world) => {
          const id = await dead(world);
          const [, second, third] = world.replicas;
          expect(await world.authOf(second!, id)).toBe(1);
          expect(await world.authOf(third!, id)).toBe(1);
          await second!.refreshDueTokens();
          expect(world.spends()).toMatchObject({ shown: 1 });
          expect(world.errors).toEqual(['the response to a token refresh is lost']);
          const [, told] = await world.eventsOf(id);
          expect(told).toMatchObject({ type: 'connection.error', errors: [LOST_ANSWER_TEXT, expect.anything()] });
          expect(await world.rowOf(id)).toMatchObject({ status: 'created', generation: 1 });
          world.pass(5 * MINUTE);
          expect(await world.authOf(third!, id)).toBe('unprocessable');
          expect(world.spends()).toEqual({ shown: 2, maxOfOne: 2, refused: 1 });
          expect((await world.rowOf(id)).status).toBe('bad_credentials');
          const events = await world.eventsOf(id);
          expect(events.map(({ type }) => type)).toEqual([
            'connection.created',
            'connection.error',
            'connection.error',
          ]);
          expect(events[2]?.errors?.[0]).toBe(LOST_ANSWER_TEXT);
        }),
    );

    for (const [name, tokenRules] of [
      ['gives grace', { graceSeconds: 3600 }],
      ['does not rotate', { isRotating: false }],
    ] as const)
      promise(`recovers if the provider ${name}`, { without: 'lostAnswer' }, () =>
        on(async (world) => {
          world.lab.control.setTokenRules(PROVIDER, tokenRules);
          const id = await dead(world);
          expect(await world.authOf(world.replicas[1]!, id)).toBe(1);
          world.pass(5 * MINUTE);
          expect(await allAsk({ ...world, replicas: world.replicas.slice(1) }, id)).toEqual([2]);
          expect(await typesOf(world, id)).toEqual(['connection.created', 'connection.error', 'connection.refreshed']);
          expect((await world.rowOf(id)).status).toBe('created');
        }),
      );

    it('is stored by a lease holder that was only frozen, and nobody uses the token meanwhile', () =>
      on(async (world) => {
        const id = await world.signIn();
        world.pass(56 * MINUTE);
        world.lab.control.addFault(PROVIDER, { kind: 'slow', delayMs: 700, object: 'token' });
        const owner = world.authOf(world.replicas[0]!, id);
        await until(async () => world.lab.control.stats(PROVIDER).faults.length === 0, 10_000);
        world.passLeases(2 * MINUTE);
        expect(await world.authOf(world.replicas[1]!, id)).toBe(1);
        expect(await owner).toBe(2);
        expect(world.spends()).toEqual({ shown: 1, maxOfOne: 1, refused: 0 });
      }));
  });

  describe('a transient failure', () => {
    const kinds: LabFault[] = [
      { kind: '429', object: 'token', retryAfter: 1 },
      { kind: '500', object: 'token' },
      { kind: '500', object: 'token', status: 503 },
      { kind: 'slow', object: 'token', delayMs: 250 },
      { kind: 'drop-connection', object: 'token' },
      { kind: 'cut', object: 'token' },
      { kind: 'invalid-json', object: 'token' },
    ];

    promise(
      'may be a stray 401: a key is bad when it is refused again a little later, on any replica',
      { without: 'secondRefusal' },
      () =>
        on(async (world) => {
          const id = await world.byKey('ada');
          const rejectAll = () => Promise.all(world.replicas.map((one) => world.reject(one, id, 1)));
          const status = async () => (await world.rowOf(id)).status;
          for (let times = 1; times <= 3; times += 1) {
            await rejectAll();
            expect(await status()).toBe('working');
            world.pass(11 * MINUTE);
          }
          await rejectAll();
          world.pass(2_000);
          await rejectAll();
          expect([await status(), await typesOf(world, id)]).toEqual(['working', ['connection.created']]);
          world.pass(1_000);
          await rejectAll();
          expect(await status()).toBe('bad_credentials');
          expect(await typesOf(world, id)).toEqual(['connection.created', 'connection.error']);
        }),
    );

    promise(
      'never invalidates a connection, in any order, and the next success clears it',
      { without: 'transient' },
      () =>
        on(
          async (world) => {
            for (let seed = 1; seed <= (isFull ? 100 : 6); seed += 1) {
              let rolls = 0;
              const roll = (sides: number) => dice(`tokens ${seed}`, (rolls += 1)) % sides;
              world.lab.control.setTokenRules(
                PROVIDER,
                roll(2) ? { isRotating: false } : { isRotating: true, graceSeconds: 1e6 },
              );
              const id = await world.signIn(`person${seed}`);
              for (let step = 0; step < 6; step += 1) {
                world.lab.control.clearFaults(PROVIDER);
                world.lab.control.addFault(PROVIDER, { ...kinds[roll(kinds.length)]!, times: 9 });
                world.pass([1, 4, 56, 70][roll(4)]! * MINUTE);
                const one = world.replicas[roll(4)]!;
                if (roll(3) === 0) await world.reject(one, id, (await world.rowOf(id)).generation);
                else if (roll(2)) await world.authOf(one, id);
                else await one.refreshDueTokens();
                expect((await world.rowOf(id)).status).not.toBe('bad_credentials');
              }
              expect(await typesOf(world, id)).not.toContain('connection.error');
              world.lab.control.clearFaults(PROVIDER);
              world.pass(75 * MINUTE);
              expect(typeof (await world.authOf(world.replicas[0]!, id))).toBe('number');
            }
          },
          { timeoutMs: 150 },
        ),
    );
  });
});
