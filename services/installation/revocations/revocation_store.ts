import type { Knex } from 'knex';
import { type ClaimOrder, claimRows, reclaimRows } from '../../../lib/db/claim.ts';
import { fencedUpdate } from '../../../lib/db/fence.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { intCell, type Row, tableRecord, textCell } from '../../../lib/db/record.ts';
import type { ClaimedRevocation, RevocationStore } from './revocation.ts';

const revocations = tableRecord<ClaimedRevocation>({
  id: textCell,
  projectId: textCell,
  connectionId: textCell,
  provider: textCell,
  sealed: textCell,
  fence: intCell,
  tries: intCell,
});

export function sqlRevocationStore(db: Knex): RevocationStore {
  const one = ({ id, projectId }: { id: string; projectId: string }) =>
    db('revocations').where({ id, project_id: projectId, state: 'running' });
  return {
    async insert(revocation, createTime) {
      await db('revocations').insert({
        ...revocations.toRow(revocation),
        state: 'waiting',
        next_time: dbNow(db),
        create_time: createTime,
      });
    },
    async claim(limit, leaseMs) {
      const order: ClaimOrder = {
        table: 'revocations',
        state: { column: 'state', from: 'waiting', to: 'running' },
        dueColumn: 'next_time',
        limit,
        leaseMs,
        columns: revocations.columns,
        set: { tries: db.raw('?? + 1', ['tries']) },
      };
      const left = await reclaimRows<Row>(db, { ...order, index: 'revocations_lease' });
      const due = await claimRows<Row>(db, { ...order, index: 'revocations_due', limit: limit - left.length });
      return [...left, ...due].map(toClaimed);
    },
    async postpone(lease, waitMs) {
      await fencedUpdate(one(lease).update({ state: 'waiting', next_time: dbNow(db, waitMs) }), lease.fence);
    },
    async remove(lease) {
      await fencedUpdate(one(lease).del(), lease.fence);
    },
  };
}

/** The row was read before the claim, so its `tries` does not include this claim. */
function toClaimed(row: Row): ClaimedRevocation {
  const claimed = revocations.fromRow(row);
  return { ...claimed, tries: claimed.tries + 1 };
}
