import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import type { ClaimedDomain, ClaimedDomainStore } from '../domain/claimed_domain.ts';

type Row = { id: string; org_id: string; domain: string; create_time: number; prove_time: number | null };
type Checked = { proven_domain: string | null; next_check_time: number | null; check_until: number | null };
const COLUMNS = ['id', 'org_id', 'domain', 'create_time', 'prove_time'] as const;

export function sqlClaimedDomainStore(db: Knex): ClaimedDomainStore {
  const claims = () => db<Row & Checked>('claimed_domains');
  const oneOf = async (where: Partial<Row & Checked>) => {
    const row = await claims()
      .where(where)
      .first(...COLUMNS);
    return row && toClaim(row);
  };
  return {
    findProven: (domain) => oneOf({ proven_domain: domain }),
    findOfOrg: (orgId, domain) => oneOf({ org_id: orgId, domain }),
    async listOfOrg(orgId) {
      const rows = await claims()
        .where({ org_id: orgId })
        .orderBy('id')
        .select(...COLUMNS);
      return rows.map(toClaim);
    },
    insertNew: ({ id, orgId, domain, createTime }, { next, until }) =>
      unlessTaken(
        claims().insert({
          id,
          org_id: orgId,
          domain,
          create_time: createTime,
          next_check_time: next,
          check_until: until,
        }),
      ),
    async check(orgId, id, { next, until }) {
      await claims()
        .where({ org_id: orgId, id, proven_domain: null })
        .update({ next_check_time: next, check_until: until });
    },
    prove: (orgId, id, now) =>
      unlessTaken(
        claims()
          .where({ org_id: orgId, id, proven_domain: null })
          .update({ proven_domain: db.ref('domain') as unknown as string, prove_time: now, next_check_time: null }),
      ),
    /** Moving the time is the claim of the row: of several replicas one succeeds. */
    async takeDue(now, next, limit) {
      const due = claims()
        .where('next_check_time', '<=', now)
        .where('check_until', '>', now)
        .select(...COLUMNS, 'next_check_time')
        .rowNumber('turn', ['next_check_time', 'id'], 'org_id');
      const rows: (Row & { next_check_time: number })[] = await db
        .from(due.as('due'))
        .orderBy(['turn', 'next_check_time', 'id'])
        .limit(limit)
        .select(...COLUMNS, 'next_check_time');
      const taken: ClaimedDomain[] = [];
      for (const { next_check_time: due, ...row } of rows) {
        const moved = await claims().where({ id: row.id, next_check_time: due }).update({ next_check_time: next });
        if (moved === 1) taken.push(toClaim(row));
      }
      return taken;
    },
  };
}

/** A unique key decides, not an earlier query. */
function unlessTaken(statement: Promise<unknown> | Knex.QueryBuilder): Promise<boolean> {
  return statement.then(
    () => true,
    (err: unknown) => {
      if (isDuplicate(err)) return false;
      throw err;
    },
  );
}

function toClaim(row: Row): ClaimedDomain {
  return {
    id: row.id,
    orgId: row.org_id,
    domain: row.domain,
    createTime: row.create_time,
    proveTime: row.prove_time,
  };
}
