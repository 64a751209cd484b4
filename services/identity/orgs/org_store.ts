import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { nullableCell, tableRecord, textCell, timeCell, wordCell } from '../../../lib/db/record.ts';
import type {
  BillingAccount,
  BillingAccountStore,
  Membership,
  MembershipStore,
  Org,
  OrgRole,
  OrgStore,
} from './org.ts';

const orgRecord = tableRecord<Org>({
  id: textCell,
  label: textCell,
  defaultTeamId: textCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});

export function sqlOrgStore(db: Knex): OrgStore {
  const orgs = () => db('orgs');
  return {
    async find(orgId) {
      const row = await orgs().where({ id: orgId }).first(orgRecord.columns);
      return row && orgRecord.fromRow(row);
    },
    async insert(org, creatorId) {
      await orgs().insert({ ...orgRecord.toRow(org), creator_id: creatorId });
    },
    async rename(orgId, label, updateTime) {
      await orgs().where({ id: orgId }).update({ label, update_time: updateTime });
    },
  };
}

const membershipRecord = tableRecord<Membership>({
  orgId: textCell,
  builderId: textCell,
  role: wordCell<OrgRole>(),
  createTime: timeCell,
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
    /** The primary key rejects a second membership. A check before the insert would miss a concurrent insert. */
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

const accountRecord = tableRecord<BillingAccount>({
  id: textCell,
  orgId: textCell,
  displayName: textCell,
  billingProvider: textCell,
  billingProviderRef: textCell,
  createTime: timeCell,
  updateTime: nullableCell(timeCell),
});

export function sqlBillingAccountStore(db: Knex): BillingAccountStore {
  const accounts = () => db('billing_accounts');
  return {
    async findOfOrg(orgId) {
      const row = await accounts().where({ org_id: orgId }).first(accountRecord.columns);
      return row && accountRecord.fromRow(row);
    },
    async find(orgIds, accountId) {
      const row = await accounts().where({ id: accountId }).whereIn('org_id', orgIds).first(accountRecord.columns);
      return row && accountRecord.fromRow(row);
    },
    async insert(account) {
      await accounts().insert(accountRecord.toRow(account));
    },
    async moveTo({ id, orgId, billingProvider }, { name, ref }, updateTime) {
      const moved = await accounts()
        .where({ id, org_id: orgId, billing_provider: billingProvider })
        .update({ billing_provider: name, billing_provider_ref: ref, update_time: updateTime });
      return moved === 1;
    },
  };
}
