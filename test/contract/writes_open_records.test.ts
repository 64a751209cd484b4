import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import type { Problem } from '../../lib/problem/problem.ts';
import { sqlQueuedRecordStore } from '../../services/writes/records/queued_record_store.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { writesTables, writesWorld } from '../support/writes_world.ts';

const MAX = 3;
/** How long a process uses a count. Ms. */
const COUNTED_FOR_MS = 1_000;

forEachEngine((engine) => {
  describe('the bound of open records of asynchronous writes', () => {
    let open: TestDatabase;
    let world: Awaited<ReturnType<typeof writesWorld>>;
    let now: number;
    beforeEach(async () => {
      now = Date.now();
      open = await engine.open(writesTables);
      world = await writesWorld(open.db, { maxOpenRecords: MAX, clock: { now: () => now } });
    });
    afterEach(async () => {
      await world.stop();
      await open.close();
    });
    const queue = (more: object = {}) => world.write({ isAsync: true, ...more });
    const rows = async (table: string) => Number((await open.db(table).count({ n: '*' }))[0]?.['n']);
    const stored = async () => [await rows('operations'), await rows('queued_records'), await rows('idempotency_keys')];
    const batch = (count: number) => ({
      isBatch: true,
      records: Array.from({ length: count }, (_, at) => ({ name: `Grace ${at}` })),
    });

    it('refuses what does not fit before anything is stored, says what to do, and frees the key', async () => {
      await queue({ idempotencyKey: 'first' });
      const before = await stored();
      const refused = (await queue({ ...batch(3), idempotencyKey: 'second' }).catch(
        (error: unknown) => error,
      )) as Problem;
      expect(refused).toMatchObject({
        kind: 'rateLimited',
        retryable: true,
        detail: `A project may have at most ${MAX} open records of asynchronous writes, and this one has 1.`,
        extras: {
          context: { quota: 'CAUSEWAY_WRITES_MAX_OPEN_RECORDS', max: MAX, used: 1 },
          remedy: expect.stringMatching(/Wait until some have ended.*CAUSEWAY_WRITES_MAX_OPEN_RECORDS/),
        },
      });
      expect(refused.extras.retryAfter).toBeGreaterThan(now);
      expect(await stored()).toEqual(before);
      expect(await queue({ ...batch(2), idempotencyKey: 'second' })).toMatchObject({ status: 200, isReplayed: false });
      // What was accepted is answered again, although nothing more fits.
      expect(await queue({ idempotencyKey: 'first' })).toMatchObject({ status: 200, isReplayed: true });
    });

    it('holds for requests at the same moment, and no synchronous write counts', async () => {
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => queue()));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX);
      expect(await rows('queued_records')).toBe(MAX);
      expect(await world.write({})).toMatchObject({ status: 200 });
    });

    it('has room again once records have ended', async () => {
      await queue(batch(MAX));
      now += COUNTED_FOR_MS;
      await expect(queue()).rejects.toMatchObject({ kind: 'rateLimited' });
      await world.runDue();
      now += COUNTED_FOR_MS;
      expect(await queue()).toMatchObject({ status: 200 });
    });

    it('counts the records that every process of the service has accepted', async () => {
      const other = world.useCasesWith(world.send);
      await world.write({ isAsync: true, ...batch(MAX) }, other);
      await expect(queue()).rejects.toMatchObject({ kind: 'rateLimited' });
    });

    it('counts by an index alone, no further than the bound, and no other project', async () => {
      const [projectId, other] = [newId(), newId()];
      const store = sqlQueuedRecordStore(open.db);
      await open
        .db('queued_records')
        .insert([
          ...Array.from({ length: 40 }, () => row(projectId, 'success')),
          ...['ready', 'waiting', 'running', 'parked'].map((state) => row(projectId, state)),
          row(other, 'ready'),
        ]);
      const queries: { sql: string; bindings: readonly string[] }[] = [];
      open.db.on('query', (query: (typeof queries)[number]) => void queries.push(query));
      expect([await store.countOpen(projectId, 100), await store.countOpen(projectId, 2)]).toEqual([4, 2]);
      const [{ sql, bindings }] = queries as [(typeof queries)[number]];
      const plan = JSON.stringify(
        await open.db.raw(`explain ${engine.name === 'sqlite' ? 'query plan ' : ''}${sql}`, bindings),
      );
      expect(plan).toMatch(
        engine.name === 'sqlite'
          ? /USING COVERING INDEX queued_records_listed \(project_id=\? AND state=\?\)/
          : /"key":"queued_records_listed"[^}]*Using index/,
      );
    });
    const row = (project: string, state: string) => ({
      id: newId(),
      project_id: project,
      installation_id: newId(),
      operation_id: newId(),
      state,
      order_key: newId(),
      next_time: now,
      create_time: now,
      update_time: now,
    });
  });
});
