import { describe, expect, it } from '@jest/globals';
import { readNow, setDatabaseClock } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { AttemptRules } from '../../services/notifications/domain/attempt_rules.ts';
import type { Attempted, HeldDelivery, Outcome } from '../../services/notifications/domain/delivery.ts';
import type { Destination } from '../../services/notifications/domain/destination.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { sqlStores } from '../../services/notifications/store/stores.ts';
import { makeClaimDeliveries, type ClaimRules } from '../../services/notifications/usecases/claim_deliveries.ts';
import { makeCloseDeliveries } from '../../services/notifications/usecases/close_deliveries.ts';
import { makePurgeDeliveries } from '../../services/notifications/usecases/purge_deliveries.ts';
import { makeRecordAttempts } from '../../services/notifications/usecases/record_attempts.ts';
import { makeReleaseDeliveries } from '../../services/notifications/usecases/release_deliveries.ts';
import { forEachEngine } from '../support/engines.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const projectId = newId();

const rules: AttemptRules = {
  gaps: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * SECOND),
  slowDownMs: 60_000, retryAfterMaxMs: 24 * HOUR, disableAfterMs: 120 * HOUR, breaker: { failures: 5, afterMs: 30_000, openMs: 60_000 },
};
const claimRules: ClaimRules = { leaseMs: 45_000, perDestination: 8, suspectAfter: 5, spareMs: 60_000 };

function aDestination(over: Partial<Destination> = {}): Destination {
  const id = newId();
  return {
    id, projectId, name: `d-${id}`, type: 'webhook', metadata: { url: 'https://hooks.acme.example/in' }, sealedKey: 'sealed', oldKeys: [],
    status: 'active', failures: 0, failingSince: null, openUntil: null, createTime: 1, updateTime: null, ...over,
  };
}

/** One replica of the worker's use cases. `at` moves the database's clock, which alone says what is due. */
function replica(db: Db, { random = () => 0.5 }: { random?: () => number } = {}) {
  const stores = sqlStores(db);
  const deps = { stores, clock: systemClock, newId, log: silentLog };
  const claim = makeClaimDeliveries({ stores, rules: claimRules });
  return {
    stores,
    claim,
    claimAll: async (free = 64) => (await claim({ free, inFlight: new Map(), afterId: '' })).flatMap(({ deliveries }) => deliveries),
    record: makeRecordAttempts({ ...deps, rules, random, nudgeCloser: () => {} }),
    release: makeReleaseDeliveries(deps),
    close: makeCloseDeliveries(deps),
    purge: makePurgeDeliveries({ ...deps, retentionMs: HOUR }),
    async add(destination: Destination, count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => newId());
      await stores.deliveries.insert(ids.map((id) => ({
        id, projectId, destinationId: destination.id, source: 'read' as const, sourceId: id, state: 'pending' as const, lastError: null, createTime: 1,
      })));
      return ids;
    },
  };
}

async function passTime(db: Db, ms: number): Promise<void> {
  const real = Date.now();
  const now = await readNow(db);
  setDatabaseClock(db, { originMs: real, offsetMs: now + ms - real, scale: 1 });
}

const ended = (delivery: HeldDelivery, status: number, over: Partial<Outcome> = {}): Attempted =>
  ({ delivery, outcome: { status, error: null, retryAfterMs: 0, startTime: 1, endTime: 2, ...over } });
const stateOf = (db: Db, id: string) => db('deliveries').where({ id }).first('state', 'attempt', 'fence', 'next_time', 'last_error');
const eventsIn = async (db: Db, type: string): Promise<{ payload: string }[]> => db('outbox').where({ type }).select('payload');

forEachEngine((engine) => {
  describe('claiming', () => {
    it('gives four racing workers deliveries that nobody else holds, none left out', async () => {
      const database = await engine.open(migrations);
      const first = replica(database.db);
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const destination = aDestination();
        await first.stores.destinations.insert(destination);
        ids.push(...await first.add(destination, 40));
      }
      const workers = Array.from({ length: 4 }, () => replica(database.replica({ poolSize: 2 })));
      const taken = await Promise.all(workers.map(async ({ claimAll }) => {
        const mine: HeldDelivery[] = [];
        for (let empty = 0; empty < 3;) {
          const some = await claimAll();
          empty = some.length === 0 ? empty + 1 : 0;
          mine.push(...some);
        }
        return mine;
      }));
      expect(taken.flat().map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      await database.close();
    });

    it('takes few of each destination, and goes on with the next one', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claim } = replica(database.db);
      const destinations = [aDestination(), aDestination(), aDestination()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      for (const destination of destinations) await stores.destinations.insert(destination);
      for (const destination of destinations) await add(destination, 20);
      const [a, b, c] = destinations.map(({ id }) => id) as [string, string, string];
      const lanes = await claim({ free: 64, inFlight: new Map([[b, 5]]), afterId: b });
      expect(lanes.map(({ destination, deliveries }) => [destination.id, deliveries.length])).toEqual([[c, 8], [a, 8], [b, 3]]);
      expect(await claim({ free: 64, inFlight: new Map([[a, 8], [b, 8], [c, 8]]), afterId: '' })).toEqual([]);
      const last = await claim({ free: 4, inFlight: new Map(), afterId: '' });
      expect(last.map(({ deliveries }) => deliveries.length)).toEqual([2, 1, 1]);
      await database.close();
    });

    it('asks a spared destination with one delivery, for all workers together', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll } = replica(database.db);
      const now = await readNow(database.db);
      const destination = aDestination({ failures: 9, failingSince: now - 60_000, openUntil: now + 60_000 });
      await stores.destinations.insert(destination);
      await add(destination, 20);
      expect(await claimAll()).toEqual([]);
      await passTime(database.db, 61_000);
      expect(await claimAll()).toHaveLength(1);
      expect(await claimAll()).toEqual([]);
      await database.close();
    });

    it('never takes what waits for a disabled destination', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll } = replica(database.db);
      const destination = aDestination({ status: 'disabled' });
      await stores.destinations.insert(destination);
      await add(destination, 3);
      expect(await claimAll()).toEqual([]);
      await database.close();
    });
  });

  describe('recording', () => {
    it('spaces ten attempts as scheduled, and then fails', async () => {
      const database = await engine.open(migrations);
      const { db } = database;
      const { stores, add, claimAll, record } = replica(db, { random: () => 0.999 });
      const destination = aDestination();
      await stores.destinations.insert(destination);
      const [id = ''] = await add(destination, 1);
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        const [delivery] = await claimAll();
        if (!delivery) throw new Error(`Attempt ${attempt} is not due.`);
        const before = await readNow(db);
        await record([ended(delivery, 500)]);
        const row = await stateOf(db, id);
        expect(row).toMatchObject({ attempt, state: attempt < 10 ? 'pending' : 'failed', last_error: 'status 500' });
        if (attempt === 10) break;
        const gap = rules.gaps[attempt] as number;
        expect(row.next_time - before).toBeGreaterThanOrEqual(0.8 * gap);
        expect(row.next_time - before).toBeLessThanOrEqual(1.2 * gap);
        expect(await claimAll()).toEqual([]);
        await passTime(db, Math.max(1.2 * gap, 60_001));
      }
      expect(await db('attempts').where({ delivery_id: id }).orderBy('attempt').pluck('attempt')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect((await eventsIn(db, 'read.messages.settled')).map(({ payload }) => JSON.parse(payload))).toEqual([{ messageIds: [id], delivered: 0, failed: 1 }]);
      await database.close();
    });

    it('drops the result of a worker whose lease another one took over', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll, record } = replica(database.db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      const [id = ''] = await add(destination, 1);
      const [stale] = await claimAll();
      await passTime(database.db, 46_000);
      expect(await stores.deliveries.reclaim(10)).toBe(1);
      expect(await record([ended(stale as HeldDelivery, 200)])).toMatchObject({ lost: 1 });
      const [fresh] = await claimAll();
      expect(await record([ended(stale as HeldDelivery, 200)])).toMatchObject({ lost: 1 });
      expect(await stateOf(database.db, id)).toMatchObject({ state: 'leased', attempt: 0 });
      expect(await record([ended(fresh as HeldDelivery, 200)])).toMatchObject({ lost: 0 });
      expect(await record([ended(fresh as HeldDelivery, 500)])).toMatchObject({ lost: 1 });
      expect(await stateOf(database.db, id)).toMatchObject({ state: 'delivered', attempt: 1, last_error: null });
      await database.close();
    });

    it('believes anybody when the fence is dropped, as the crash tests want to see', async () => {
      const database = await engine.open(migrations, { dropFence: true });
      const { stores, add, claimAll, record } = replica(database.db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      const [id = ''] = await add(destination, 1);
      const [stale] = await claimAll();
      await passTime(database.db, 46_000);
      await stores.deliveries.reclaim(10);
      await record([ended(stale as HeldDelivery, 200)]);
      expect(await stateOf(database.db, id)).toMatchObject({ state: 'delivered' });
      await database.close();
    });

    it('writes many results of many kinds together', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claim, record } = replica(database.db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      await add(destination, 8);
      const [lane] = await claim({ free: 64, inFlight: new Map(), afterId: '' });
      const held = lane?.deliveries ?? [];
      const { retryDelays } = await record(held.map((delivery, n) => ended(delivery, [200, 204, 500, 503][n % 4] as number)));
      expect(retryDelays).toHaveLength(4);
      const rows = await database.db('deliveries').select('state');
      expect(rows.map(({ state }) => state).toSorted()).toEqual(['delivered', 'delivered', 'delivered', 'delivered', 'pending', 'pending', 'pending', 'pending']);
      await database.close();
    });

    it('gives back what could not be tried, with no attempt counted', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll, release } = replica(database.db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      const [id = ''] = await add(destination, 1);
      await release(await claimAll(), 1_000);
      expect(await stateOf(database.db, id)).toMatchObject({ state: 'pending', attempt: 0 });
      expect(await claimAll()).toEqual([]);
      await passTime(database.db, 1_001);
      expect(await claimAll()).toHaveLength(1);
      await database.close();
    });
  });

  describe('disabling', () => {
    it.each([['a 410', 410, 0], ['120 hours of nothing but failure', 500, 121 * HOUR]])(
      'happens once after %s, with four workers racing, and the news goes out once', async (_what, status, failingFor) => {
        const database = await engine.open(migrations);
        const workers = Array.from({ length: 4 }, () => replica(database.replica({ poolSize: 3 })));
        for (let run = 0; run < 10; run += 1) {
          const destination = aDestination({ failures: 1, failingSince: (await readNow(database.db)) - failingFor });
          const [{ stores, add }] = workers as [ReturnType<typeof replica>];
          await stores.destinations.insert(destination);
          await add(destination, 8);
          const held = await stores.deliveries.claim(destination.id, { limit: 8, leaseMs: 45_000 });
          await Promise.all(workers.map(({ record }, n) => record(held.slice(2 * n, 2 * n + 2).map((delivery) => ended(delivery, status)))));
          const events = await eventsIn(database.db, 'destination.webhook.disabled');
          expect(events.filter(({ payload }) => payload.includes(destination.id))).toHaveLength(1);
          expect(await stores.destinations.find(projectId, destination.id)).toMatchObject({ status: 'disabled' });
        }
        await database.close();
      },
    );

    it('is put off by any success', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll, record } = replica(database.db);
      const destination = aDestination({ failures: 4, failingSince: (await readNow(database.db)) - 119 * HOUR });
      await stores.destinations.insert(destination);
      await add(destination, 2);
      const [one, two] = await claimAll() as [HeldDelivery, HeldDelivery];
      await record([ended(one, 200)]);
      expect(await stores.destinations.find(projectId, destination.id)).toMatchObject({ failures: 0, failingSince: null });
      await passTime(database.db, 2 * HOUR);
      await record([ended(two, 500)]);
      expect(await stores.destinations.find(projectId, destination.id)).toMatchObject({ status: 'active', failures: 1 });
      await database.close();
    });

    it('finishes what waits, and what was under way and comes back to wait', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll, record, release, close } = replica(database.db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      await add(destination, 300);
      const [first, ...underWay] = await claimAll();
      await record([ended(first as HeldDelivery, 410)]);
      expect(await close()).toBe(true);
      await close();
      expect(await stores.closings.list(5)).toHaveLength(1);
      await release(underWay, 0);
      while ((await stores.closings.list(5)).length > 0) await close();
      const states = await database.db('deliveries').distinct('state').pluck('state');
      expect(states).toEqual(['failed']);
      const told = (await eventsIn(database.db, 'read.messages.settled')).flatMap(({ payload }) => JSON.parse(payload).messageIds);
      expect(new Set(told).size).toBe(300);
      await database.close();
    });
  });

  describe('forgetting', () => {
    it('takes what is final and old, with its attempts, and nothing else', async () => {
      const database = await engine.open(migrations);
      const { db } = database;
      const { stores, add, claimAll, record, purge } = replica(db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      const [old, young] = await add(destination, 2) as [string, string];
      await record((await claimAll()).map((delivery) => ended(delivery, 200)));
      const [waiting] = await add(destination, 1) as [string];
      await db('deliveries').whereIn('id', [old, waiting]).update({ update_time: Date.now() - 2 * HOUR });
      expect(await purge()).toBe(false);
      expect((await db('deliveries').pluck('id')).toSorted()).toEqual([young, waiting].toSorted());
      expect(await db('attempts').pluck('delivery_id')).toEqual([young]);
      await database.close();
    });
  });
});
