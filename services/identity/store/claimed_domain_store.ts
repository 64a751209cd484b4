import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import type { ClaimedDomain, ClaimedDomainStore } from '../domain/claimed_domain.ts';

type Row = { id: string; org_id: string; domain: string; create_time: number };
const COLUMNS = ['id', 'org_id', 'domain', 'create_time'] as const;

export function sqlClaimedDomainStore(db: Knex): ClaimedDomainStore {
  const claims = () => db<Row>('claimed_domains');
  return {
    async find(domain) {
      const row = await claims()
        .where({ domain })
        .first(...COLUMNS);
      return row && toClaim(row);
    },
    async listOfOrg(orgId) {
      const rows = await claims()
        .where({ org_id: orgId })
        .orderBy('id')
        .select(...COLUMNS);
      return rows.map(toClaim);
    },
    insertNew: ({ id, orgId, domain, createTime }) =>
      claims()
        .insert({ id, org_id: orgId, domain, create_time: createTime })
        .then(
          () => true,
          (err: unknown) => {
            if (isDuplicate(err)) return false;
            throw err;
          },
        ),
  };
}

function toClaim(row: Row): ClaimedDomain {
  return { id: row.id, orgId: row.org_id, domain: row.domain, createTime: row.create_time };
}
