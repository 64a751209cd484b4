import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { purgeRulesOf } from '../../lib/retention/retention.ts';
import { retentions } from '../../services/writes/jobs/retention.ts';
import { migrations } from '../../services/writes/migrations/migrations.ts';
import { type Stores, sqlStores } from '../../services/writes/stores.ts';
import { forEachEngine } from '../support/engines.ts';

const DAY = 24 * 3_600_000;
const NOW = 1_800_000_000_000;

forEachEngine((engine) => {
  describe('the retention of writes', () => {
    const db = engine.suiteDatabase(migrations);
    const projectId = newId();
    let stores: Stores;
    beforeEach(async () => {
      stores = sqlStores(db());
      await db()('operations').del();
    });

    /** Operations that ended this many days ago, with their bodies; one that has not ended when `state` says so. */
    async function add(count: number, age: number, state: 'success' | 'failure' | 'running' = 'success') {
      const rows = Array.from({ length: count }, () => row(age, state));
      for (let at = 0; at < count; at += 50) await db()('operations').insert(rows.slice(at, at + 50));
      return rows.map(({ id }) => id);
    }
    const row = (age: number, state: string) => ({
      id: newId(),
      project_id: projectId,
      integration_id: newId(),
      installation_id: newId(),
      connection_id: newId(),
      config_id: '',
      object_name: 'contacts',
      mapped_object_name: 'contacts',
      write_type: 'create',
      created_by: 'system:test',
      state,
      outcome: '',
      tell_state: 'told',
      sealed_request: 'request',
      sealed_response: state === 'running' ? null : 'response',
      begin_time: NOW - age * DAY,
      create_time: NOW - age * DAY,
      update_time: NOW - age * DAY,
    });
    async function purge(name: string, limit = 500): Promise<number> {
      const config = { bodyRetention: 7 * DAY, logRetentionDays: 30, operationRetentionDays: 90 };
      const rules = purgeRulesOf(retentions(config), { stores, clock: { now: () => NOW } });
      const rule = rules.find((one) => one.name === name);
      for (let rounds = 1; ; rounds += 1) if (!(await rule!.run(limit)).hasMore) return rounds;
    }
    const withBody = () => db()('operations').whereNotNull('sealed_request').orderBy('id').pluck('id');

    it('drops both bodies a week after the end, once, and keeps those of writes that have not ended', async () => {
      await add(7, 8);
      await add(1, 8, 'failure');
      const kept = [...(await add(2, 6)), ...(await add(1, 8, 'running'))];
      expect(await purge('bodies', 5)).toBe(2);
      expect(await withBody()).toEqual(kept.toSorted());
      expect(await db()('operations').whereNotNull('sealed_response').pluck('id')).toHaveLength(2);
      expect(await purge('bodies', 5)).toBe(1);
      expect(await db()('operations').count({ n: '*' })).toEqual([{ n: 11 }]);
    });

    it('reads by an index what has bodies to drop, however many have none any more', async () => {
      await add(1_500, 30);
      await purge('bodies');
      const [due] = await add(1, 8);
      await add(500, 1);
      if (engine.name === 'mariadb') await db().raw('analyze table operations');
      const looks = await queriesOf(db(), () => purge('bodies'));
      const [look] = looks.filter(({ sql }) => sql.startsWith('select'));
      const how = await plan(look as Query);
      expect(how).toContain('operations_bodies');
      // A sort would read all rows that are due before the first is dropped.
      expect(how).not.toMatch(/TEMP B-TREE|filesort/);
      expect(await withBody()).not.toContain(due);
    });

    type Query = { sql: string; bindings: readonly (string | number)[] };

    async function plan({ sql, bindings }: Query): Promise<string> {
      const found: unknown = await db().raw(`explain ${engine.name === 'sqlite' ? 'query plan ' : ''}${sql}`, bindings);
      if (engine.name === 'sqlite') return JSON.stringify(found);
      // What is possible is not what is used.
      const [[{ key, Extra: extra }]] = found as [[{ key: string; Extra: string }]];
      return `${key} ${extra}`;
    }
  });
});

/** The statements that `work` runs, as the database gets them. */
async function queriesOf(db: Db, work: () => Promise<unknown>) {
  const queries: { sql: string; bindings: readonly (string | number)[] }[] = [];
  const note = (query: { sql: string; bindings: readonly (string | number)[] }) => void queries.push(query);
  db.on('query', note);
  await work();
  db.removeListener('query', note);
  return queries;
}
