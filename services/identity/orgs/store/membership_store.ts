import type { Knex } from 'knex';
import { record, text, time, word } from '../../../../lib/db/record.ts';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import type { Membership, MembershipStore, OrgRole } from '../domain/membership.ts';

const membershipRecord = record<Membership>({
  orgId: text,
  builderId: text,
  role: word<OrgRole>(),
  createTime: time,
});

export function sqlMembershipStore(db: Knex): MembershipStore {
  const memberships = () => db('memberships');
  const oldestFirst = (where: Record<string, string>) =>
    memberships().where(where).orderBy('create_time').orderBy('org_id');

  async function insert(membership: Membership): Promise<void> {
    await memberships().insert(membershipRecord.toRow(membership));
  }
  return {
    insert,
    async listOfBuilder(builderId) {
      const rows = await oldestFirst({ builder_id: builderId }).select(membershipRecord.columns);
      return rows.map(membershipRecord.fromRow);
    },
    async find(orgId, builderId) {
      const row = await memberships().where({ org_id: orgId, builder_id: builderId }).first(membershipRecord.columns);
      return row && membershipRecord.fromRow(row);
    },
    async firstOfOrg(orgId) {
      const row = await oldestFirst({ org_id: orgId }).first(membershipRecord.columns);
      return row && membershipRecord.fromRow(row);
    },
    async listOwners(orgId) {
      const rows = await oldestFirst({ org_id: orgId, role: 'owner' }).select(membershipRecord.columns);
      return rows.map(membershipRecord.fromRow);
    },
    async lockOwners(orgId) {
      return memberships()
        .where({ org_id: orgId, role: 'owner' })
        .orderBy('builder_id')
        .forUpdate()
        .pluck('builder_id');
    },
    async setRole(orgId, builderId, role) {
      const own = memberships().where({ org_id: orgId, builder_id: builderId });
      return (await own.update(membershipRecord.toRow({ role }))) > 0;
    },
    async remove(orgId, builderId) {
      return (await memberships().where({ org_id: orgId, builder_id: builderId }).del()) > 0;
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
