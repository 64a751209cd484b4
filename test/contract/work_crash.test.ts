import { describe, expect } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import { crashAt } from '../support/crash_at.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { EXPORTS, forEachMount, type Mount, type WorkWorld, workWorld } from '../support/work_mounts.ts';

const LEASE = 60_000;
const END = { state: 'success', result: '', now: 2 } as const;
/** More statements than a life has. */
const MAX_STATEMENTS = 200;

forEachEngine((engine) =>
  forEachMount((mount) => {
    // The statements of both mounts are the same, and on a server each of the thousand commits takes its time.
    if (engine.name === 'mariadb' && mount !== EXPORTS) return;
    describe('a process that dies between any two statements', () => {
      async function livesAndDeaths(): Promise<void> {
        const { db, close } = await engine.open(mount.migrations);
        try {
          let deaths = 0;
          while (!(await liveUntil(db, mount, deaths + 1))) deaths += 1;
          expect(deaths).toBeGreaterThan(40);
        } finally {
          await close();
        }
      }

      promise('loses no operation, and leaves none out of line', { without: 'workAtomic' }, livesAndDeaths);
    });
  }),
);

/** One life of a process that dies at its nth statement, and what another one makes of it. True if it did not die. */
async function liveUntil(db: Db, mount: Mount, nth: number): Promise<boolean> {
  if (nth > MAX_STATEMENTS) throw new Error('The life has no end.');
  const world = workWorld(db, mount);
  await world.clear();
  const crash = crashAt(db, nth);
  const survived = await live(world)
    .then(
      () => true,
      (err: unknown) => {
        if (!crash.hasHappened()) throw err;
        return false;
      },
    )
    .finally(crash.repair);
  await world.expire();
  await finishAll(world);
  const rows = await world.rows();
  // What was added in one call is there together, or not at all.
  expect([0, 1, 2, 4]).toContain(rows.length);
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'success'));
  expect(await world.turns().where({ state: 'waiting' }).count({ n: '*' })).toEqual([{ n: 0 }]);
  return survived;
}

/** Uses every way in which an operation is claimed, stops and goes on. */
async function live(world: WorkWorld): Promise<void> {
  const { queue } = world;
  await world.add('b');
  await queue.yieldSlot(await claimed(world), { chargeMs: 100 });
  await queue.finish(await claimed(world), END);
  await world.add('a', { key: 'k' });
  await world.add('a', { count: 2, key: 'k', state: 'waiting' });
  const held = await claimed(world);
  await queue.progress(held, { leaseMs: LEASE, now: 2 });
  await queue.park(held, { waitMs: 0, isRateLimit: true, now: 2 });
  await queue.release(await claimed(world));
  const again = await claimed(world);
  await inTransaction(world.db, async (trx) => {
    const inTrx = world.queueOf(trx);
    await inTrx.defer(again, { waitMs: 0, isCounted: true, now: 2 });
    await inTrx.promote(placeOf(world), sameKey(world));
  });
  await finishAll(world);
}

async function claimed(world: WorkWorld) {
  const [one] = await world.queue.claim(1, LEASE);
  if (!one) throw new Error('Nothing was claimed.');
  return one;
}

/** Runs whatever is left, as any worker would. */
async function finishAll(world: WorkWorld): Promise<void> {
  const place = placeOf(world);
  for (let isIdle = false; !isIdle; ) {
    for (const { id } of await world.queue.listDeferred<{ id: string }>(9, ['id']))
      await world.queue.resume({ ...place, id });
    const some = await world.queue.claim(9, LEASE);
    for (const held of some)
      await inTransaction(world.db, async (trx) => {
        if (!(await world.queueOf(trx).finish(held, END))) return;
        if (world.nameOf(held) === 'a') await world.queueOf(trx).promote(place, sameKey(world));
      });
    isIdle = some.length === 0;
  }
}

function placeOf(world: WorkWorld) {
  return { ...world.ownerOf('a'), activeKey: 'k' };
}

function sameKey(world: WorkWorld) {
  return { [world.textColumn]: 'k' };
}
