import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { purgeRulesOf } from '../../lib/retention/retention.ts';
import { retentions } from '../../services/reads/jobs/retention.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { Stores } from '../../services/reads/stores.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { forEachEngine } from '../support/engines.ts';

const DAY = 24 * 3_600_000;
const NOW = 1_800_000_000_000;

forEachEngine((engine) => {
  describe('the retention of operation logs', () => {
    const db = engine.suiteDatabase(migrations);
    const clock = { now: () => NOW };
    const [projectId, operationId] = [newId(), newId()];
    let stores: Stores;
    beforeEach(async () => {
      stores = sqlStores(db());
      await db()('operation_logs').del();
    });

    async function dropLogs(of: Stores, logRetentionDays: number): Promise<boolean> {
      const config = { retention: DAY, operationRetentionDays: 90, logRetentionDays };
      const rule = purgeRulesOf(retentions(config), { stores: of, clock }).find(({ name }) => name === 'logs');
      return (await rule?.run(500))?.hasMore ?? false;
    }
    const line = (time: number, msg: string) => ({ id: newId(), time, severity: 'INFO' as const, msg });
    const left = async () =>
      (await stores.logs.list(projectId, operationId, { first: 400, last: 1_600 })).map(({ msg }) => msg);

    it('deletes only logs that are older than its days', async () => {
      const ages = [31 * DAY, 30 * DAY + 1, 30 * DAY, 29 * DAY, 0];
      await stores.logs.add(
        projectId,
        operationId,
        ages.map((age) => line(NOW - age, String(age / DAY))),
      );
      expect(await dropLogs(stores, 30)).toBe(false);
      expect(await left()).toEqual(['30', '29', '0']);
      expect(await dropLogs(stores, 1)).toBe(false);
      expect(await left()).toEqual(['0']);
    });

    it('lists too many logs from both ends, with a note on the omitted ones', async () => {
      const lines = Array.from({ length: 30 }, (_, at) => ({ ...line(NOW + at, String(at)), id: newId() }));
      await stores.logs.add(projectId, operationId, lines);
      const listed = async (first: number, last: number) =>
        await stores.logs.list(projectId, operationId, { first, last });
      expect((await listed(5, 10)).map(({ msg }) => msg)).toEqual([
        ...['0', '1', '2', '3', '4', '15 lines are omitted here.'],
        ...Array.from({ length: 10 }, (_, at) => String(20 + at)),
      ]);
      const ids = (await listed(5, 10)).map(({ id }) => id);
      expect(ids.toSorted()).toEqual(ids);
      for (const [first, last] of [
        [10, 20],
        [30, 1],
        [31, 1],
      ] as const)
        expect((await listed(first, last)).map(({ msg }) => msg)).toEqual(lines.map(({ msg }) => msg));
    });

    it('runs in rounds, and two replicas do not disturb each other', async () => {
      const lines = Array.from({ length: 1_100 }, (_, i) => line(NOW - 40 * DAY + i, `old ${i}`));
      for (let i = 0; i < lines.length; i += 100)
        await stores.logs.add(projectId, operationId, lines.slice(i, i + 100));
      await stores.logs.add(projectId, operationId, [line(NOW, 'new')]);
      const other = sqlStores(db());
      const rounds = [stores, other].map((replica) => () => dropLogs(replica, 30));
      expect(await rounds[0]?.()).toBe(true);
      for (let more = true; more; ) more = (await Promise.all(rounds.map((round) => round()))).some(Boolean);
      expect(await left()).toEqual(['new']);
    });

    it('uses an index', async () => {
      const query = db()('operation_logs')
        .where('create_time', '<', NOW)
        .orderBy('create_time')
        .limit(500)
        .select('id');
      const { sql, bindings } = query.toSQL().toNative();
      const plan: unknown = await db().raw(`explain ${engine.name === 'sqlite' ? 'query plan ' : ''}${sql}`, [
        ...bindings,
      ]);
      expect(JSON.stringify(plan)).toContain('operation_logs_by_age');
    });
  });
});
