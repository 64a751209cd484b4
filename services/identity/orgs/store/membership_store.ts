import type { Knex } from 'knex';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import type { Membership, MembershipStore, OrgRole } from '../domain/membership.ts';

type Row = { org_id: string; builder_id: string; role: string; create_time: number };
const COLUMNS = ['org_id', 'builder_id', 'role', 'create_time'] as const;

export function sqlMembershipStore(db: Knex): MembershipStore {
  const memberships = () => db<Row>('memberships');
  const oldestFirst = (where: Partial<Row>) => memberships().where(where).orderBy('create_time').orderBy('org_id');

  async function insert({ orgId, builderId, role, createTime }: Membership): Promise<void> {
    await memberships().insert({ org_id: orgId, builder_id: builderId, role, create_time: createTime });
  }
  return {
    insert,
    async listOfBuilder(builderId) {
      const rows = await oldestFirst({ builder_id: builderId }).select(...COLUMNS);
      return rows.map(toMembership);
    },
    async find(orgId, builderId) {
      const row = await memberships()
        .where({ org_id: orgId, builder_id: builderId })
        .first(...COLUMNS);
      return row && toMembership(row);
    },
    async firstOfOrg(orgId) {
      const row = await oldestFirst({ org_id: orgId }).first(...COLUMNS);
      return row && toMembership(row);
    },
    async listOwners(orgId) {
      const rows = await oldestFirst({ org_id: orgId, role: 'owner' }).select(...COLUMNS);
      return rows.map(toMembership);
    },
    /** The primary key rejects a second membership; a check before the insert would race. */
    insertNew: (membership) =>
      insert(membership).then(
        () => true,
        (err: unknown) => {
          if (isDuplicate(err)) return false;
          throw err;
        },
      ),
  };
}

function toMembership(row: Row): Membership {
  return { orgId: row.org_id, builderId: row.builder_id, role: row.role as OrgRole, createTime: row.create_time };
}
