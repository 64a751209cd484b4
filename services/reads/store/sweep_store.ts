import type { Knex } from 'knex';
import { claim } from '../../../lib/db/claim.ts';
import type { ObjectKey, SweepStore } from '../domain/stores.ts';

type Row = { current_sweep: number; whole_sweep: number; whole_before: number; scope: string };
type DueRow = { id: string; project_id: string; installation_id: string; object_name: string; cron: string };

export function sqlSweepStore(db: Knex): SweepStore {
  const sweeps = () => db('sweeps');
  const one = ({ projectId, installationId, objectName }: ObjectKey) =>
    sweeps().where({ project_id: projectId, installation_id: installationId, object_name: objectName });

  return {
    async find({ projectId, installationId, objectName }) {
      const key = { projectId, installationId, objectName };
      const row = (await one(key).first('current_sweep', 'whole_sweep', 'whole_before', 'scope')) as Row | undefined;
      return (
        row && {
          ...key,
          current: row.current_sweep,
          whole: row.whole_sweep,
          wholeBefore: row.whole_before,
          scope: row.scope,
        }
      );
    },
    async save(key, { id, cron, nextTime, scope }) {
      const { projectId, installationId, objectName } = key;
      const when = { cron, state: 'armed', next_time: nextTime };
      const row = { id, project_id: projectId, installation_id: installationId, object_name: objectName, scope };
      if ((await one(key).update(when)) === 0)
        await sweeps()
          .insert({ ...row, ...when })
          .onConflict(['installation_id', 'object_name'])
          .merge(when);
    },
    async claimDue(limit) {
      const rows = await claim<DueRow>(db, {
        table: 'sweeps',
        state: { column: 'state', from: 'armed', to: 'armed' },
        dueColumn: 'next_time',
        index: 'sweeps_due',
        limit,
        leaseMs: 0,
        columns: ['project_id', 'installation_id', 'object_name', 'cron'],
      });
      return rows.map(({ id, cron, ...row }) => ({
        id,
        cron,
        projectId: row.project_id,
        installationId: row.installation_id,
        objectName: row.object_name,
      }));
    },
    async setNextTime(key, nextTime) {
      await one(key).update({ next_time: nextTime });
    },
    async begin(key, scope) {
      const next = { current_sweep: db.raw('?? + 1', ['current_sweep']) };
      if ((await one(key).where({ scope }).update(next)) > 0) return;
      await one(key).update({ ...next, scope, whole_sweep: 0, whole_before: 0 });
      await known(key).del();
    },
    async noteWhole({ current, ...sweep }) {
      await one(sweep)
        .where('whole_sweep', '<', current)
        .update({ whole_before: db.ref('whole_sweep'), whole_sweep: current });
    },
    async remove(key) {
      await one(key).del();
      await known(key).del();
    },
    async removeAll(projectId, installationId) {
      const of = { project_id: projectId, installation_id: installationId };
      await sweeps().where(of).del();
      await db('known_records').where(of).del();
    },
  };

  function known({ projectId, installationId, objectName }: ObjectKey) {
    return db('known_records').where({
      project_id: projectId,
      installation_id: installationId,
      object_name: objectName,
    });
  }
}
