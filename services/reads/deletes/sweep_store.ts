import type { Knex } from 'knex';
import { cadenceOf, cadenceText } from '../../../lib/cron/cadence.ts';
import { claimRows, hasDueRow } from '../../../lib/db/claim.ts';
import { dbNow } from '../../../lib/db/now.ts';
import type { ObjectKey } from '../object_key.ts';
import type { SweepStore } from './sweep.ts';

type Row = { current_sweep: number; whole_sweep: number; whole_before: number; known_from: number; scope: string };
type ForgottenRow = { project_id: string; installation_id: string; object_name: string; known_from: number };
type DueRow = { id: string; project_id: string; installation_id: string; object_name: string; cron: string };

/**
 * Known ids are invalidated by raising `known_from` above the number of the sweep that saw them. A background job
 * deletes their rows in batches, because deleting a million ids in the transaction that changes an installation held
 * SQLite's only writer for seconds. So the row of a removed sweep stays in the state `gone` until its last id is
 * deleted.
 */
const INVALIDATED_STATE = 'gone';
const DUE_SWEEPS = {
  table: 'sweeps',
  state: { column: 'state', from: 'armed', to: 'armed' },
  dueColumn: 'next_time',
  index: 'sweeps_due',
};
/** Ids per statement: below every engine's max number of placeholders. */
const BATCH = 100;

export function sqlSweepStore(db: Knex): SweepStore {
  const sweeps = () => db('sweeps');
  /** Marks all ids that were last seen before the current sweep as forgotten. */
  const forgetting = { known_from: db.ref('current_sweep'), is_cluttered: true };
  const one = ({ projectId, installationId, objectName }: ObjectKey) =>
    sweeps().where({ project_id: projectId, installation_id: installationId, object_name: objectName });

  return {
    async find({ projectId, installationId, objectName }) {
      const key = { projectId, installationId, objectName };
      const row = (await one(key)
        .whereNot({ state: INVALIDATED_STATE })
        .first('current_sweep', 'whole_sweep', 'whole_before', 'known_from', 'scope')) as Row | undefined;
      return (
        row && {
          ...key,
          current: row.current_sweep,
          whole: row.whole_sweep,
          wholeBefore: row.whole_before,
          knownFrom: row.known_from,
          scope: row.scope,
        }
      );
    },
    async save(key, { id, cadence, nextTime, scope }) {
      const { projectId, installationId, objectName } = key;
      const when = { cron: cadenceText(cadence), state: 'armed', next_time: nextTime };
      const row = { id, project_id: projectId, installation_id: installationId, object_name: objectName, scope };
      if (
        (await one(key)
          .where({ state: INVALIDATED_STATE })
          .update({ ...row, ...when, whole_sweep: 0, whole_before: 0 })) > 0
      )
        return;
      if ((await one(key).update(when)) > 0) return;
      await known(key).del(); // a read may have stored ids after the previous row was deleted
      await sweeps()
        .insert({ ...row, ...when })
        .onConflict(['installation_id', 'object_name'])
        .merge(when);
    },
    hasDue: () => hasDueRow(db, DUE_SWEEPS),
    async claimDue(limit) {
      const rows = await claimRows<DueRow>(db, {
        ...DUE_SWEEPS,
        limit,
        leaseMs: 0,
        columns: ['project_id', 'installation_id', 'object_name', 'cron'],
      });
      return rows.map(({ id, cron, ...row }) => ({
        id,
        cadence: cadenceOf(cron),
        projectId: row.project_id,
        installationId: row.installation_id,
        objectName: row.object_name,
      }));
    },
    async setNextTime(key, nextTime) {
      await one(key).update({ next_time: nextTime });
    },
    async noteMissed(key) {
      await one(key)
        .whereNull('missed_time')
        .update({ missed_time: dbNow(db) });
    },
    async startMissed(key) {
      await one(key)
        .where({ state: 'armed' })
        .whereNotNull('missed_time')
        .update({ missed_time: null, next_time: dbNow(db) });
    },
    async begin(key, scope) {
      const next = { current_sweep: db.raw('?? + 1', ['current_sweep']) };
      if ((await one(key).where({ scope }).update(next)) > 0) return;
      await one(key).update({ ...next, scope, whole_sweep: 0, whole_before: 0 });
      await one(key).update(forgetting);
    },
    async noteComplete({ current, ...sweep }) {
      await one(sweep)
        .where('whole_sweep', '<', current)
        .update({ whole_before: db.ref('whole_sweep'), whole_sweep: current });
    },
    remove: (key) => retire(() => one(key)),
    removeAll: (projectId, installationId) =>
      retire(() => sweeps().where({ project_id: projectId, installation_id: installationId })),
    async dropForgotten(limit) {
      const row: ForgottenRow | undefined = await sweeps()
        .where({ is_cluttered: true })
        .first('project_id', 'installation_id', 'object_name', 'known_from');
      if (!row) return false;
      const key = { projectId: row.project_id, installationId: row.installation_id, objectName: row.object_name };
      const forgotten = () => known(key).where('seen_sweep', '<', row.known_from);
      const ids: string[] = await forgotten().limit(limit).pluck('record_id');
      // The condition is repeated in the delete: a read may have seen an id meanwhile.
      for (let at = 0; at < ids.length; at += BATCH)
        await forgotten()
          .whereIn('record_id', ids.slice(at, at + BATCH))
          .del();
      if (ids.length === limit) return true;
      const cleared = one(key).where({ known_from: row.known_from });
      await cleared.clone().where({ state: INVALIDATED_STATE }).del();
      await cleared.update({ is_cluttered: false });
      return true;
    },
  };

  /** Marks sweeps as removed: they are never due, and their known ids no longer count. */
  async function retire(which: () => Knex.QueryBuilder): Promise<void> {
    await which().update({
      state: INVALIDATED_STATE,
      next_time: null,
      current_sweep: db.raw('?? + 1', ['current_sweep']),
    });
    await which().update(forgetting);
  }

  function known({ projectId, installationId, objectName }: ObjectKey) {
    return db('known_records').where({
      project_id: projectId,
      installation_id: installationId,
      object_name: objectName,
    });
  }
}
