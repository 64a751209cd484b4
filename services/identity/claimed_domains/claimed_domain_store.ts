import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { nullableCell, tableRecord, textCell, timeCell } from '../../../lib/db/record.ts';
import type { ClaimedDomain, ClaimedDomainStore } from './claimed_domain.ts';

const claimRecord = tableRecord<ClaimedDomain>({
  id: textCell,
  orgId: textCell,
  domain: textCell,
  createTime: timeCell,
  proveTime: nullableCell(timeCell),
});

export function sqlClaimedDomainStore(db: Knex): ClaimedDomainStore {
  const claims = () => db('claimed_domains');
  const oneOf = async (where: Record<string, string>) => {
    const row = await claims().where(where).first(claimRecord.columns);
    return row && claimRecord.fromRow(row);
  };
  return {
    findProven: (domain) => oneOf({ proven_domain: domain }),
    findOfOrg: (orgId, domain) => oneOf({ org_id: orgId, domain }),
    async listOfOrg(orgId) {
      const rows = await claims().where({ org_id: orgId }).orderBy('id').select(claimRecord.columns);
      return rows.map(claimRecord.fromRow);
    },
    insertNew: (claim, { next, until }) =>
      unlessTaken(claims().insert({ ...claimRecord.toRow(claim), next_check_time: next, check_until: until })),
    async check(orgId, id, { next, until }) {
      await claims()
        .where({ org_id: orgId, id, proven_domain: null })
        .update({ next_check_time: next, check_until: until });
    },
    prove: (orgId, id, now) =>
      unlessTaken(
        claims()
          .where({ org_id: orgId, id, proven_domain: null })
          .update({ proven_domain: db.ref('domain'), prove_time: now, next_check_time: null }),
      ),
    /** The update of the check time claims the row: only one of several replicas succeeds. */
    async takeDue(now, next, limit) {
      const due = claims()
        .where('next_check_time', '<=', now)
        .where('check_until', '>', now)
        .select([...claimRecord.columns, 'next_check_time'])
        .rowNumber('turn', ['next_check_time', 'id'], 'org_id');
      const rows = await db
        .from(due.as('due'))
        .orderBy(['turn', 'next_check_time', 'id'])
        .limit(limit)
        .select([...claimRecord.columns, 'next_check_time']);
      const taken: ClaimedDomain[] = [];
      for (const row of rows) {
        const moved = await claims()
          .where({ id: row.id, next_check_time: row.next_check_time })
          .update({ next_check_time: next });
        if (moved === 1) taken.push(claimRecord.fromRow(row));
      }
      return taken;
    },
  };
}

/**
 * Returns false when the statement violates a unique key. A query before the statement would miss a concurrent insert.
 */
function unlessTaken(statement: Promise<unknown> | Knex.QueryBuilder): Promise<boolean> {
  return statement.then(
    () => true,
    (err: unknown) => {
      if (isDuplicate(err)) return false;
      throw err;
    },
  );
}
