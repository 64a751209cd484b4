import type { Knex } from 'knex';
import { fencedUpdate } from '../../../lib/db/fence.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { changedColumns } from '../connections/connection_store.ts';
import type { RefreshLeaseStore, RefreshTokenState } from './refresh_lease.ts';

type Row = { fence: number; spend_generation: number; spend_state: RefreshTokenState | null };

/** Stores the lease in the row of its connection. It expires by the clock of the database. */
export function sqlRefreshLeaseStore(db: Knex): RefreshLeaseStore {
  const row = (projectId: string, id: string) => db('connections').where({ project_id: projectId, id });
  return {
    async take({ projectId, id, generation }, leaseMs) {
      const current = (await row(projectId, id)
        .where({ generation })
        .first('fence', 'spend_generation', 'spend_state')) as Row | undefined;
      if (!current) return null;
      const free = row(projectId, id)
        .where({ generation })
        .where((query) => {
          query.whereNull('lease_until').orWhere('lease_until', '<', dbNow(db));
        })
        .update({ lease_until: dbNow(db, leaseMs), fence: current.fence + 1 });
      if (!(await fencedUpdate(free, current.fence))) return null;
      // Only the holder of the lease changes the token state, and each lease raises the fence. So the row read above is
      // current.
      return {
        fence: current.fence + 1,
        tokenState: current.spend_generation === generation ? current.spend_state : null,
      };
    },
    async noteTokenState({ projectId, id, generation }, fence, tokenState, leaseMs) {
      const noted = row(projectId, id)
        .where({ generation })
        .update({ spend_generation: generation, spend_state: tokenState, lease_until: dbNow(db, leaseMs) });
      return fencedUpdate(noted, fence);
    },
    async release({ projectId, id }, fence, { tokenState, ...change }) {
      const spent = tokenState === undefined ? {} : { spend_generation: db.ref('generation'), spend_state: tokenState };
      await fencedUpdate(row(projectId, id).update({ ...changedColumns(change), ...spent, lease_until: null }), fence);
    },
    async listDue(now, limit) {
      const rows: { project_id: string; id: string; generation: number }[] = await db('connections')
        .where('refresh_time', '<=', now)
        .whereNot({ status: 'bad_credentials' }) // rows with bad credentials would fill each batch
        .orderBy('refresh_time')
        .limit(limit)
        .select('project_id', 'id', 'generation');
      return rows.map(({ project_id: projectId, id, generation }) => ({ projectId, id, generation }));
    },
  };
}
