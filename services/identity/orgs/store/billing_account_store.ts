import type { Knex } from 'knex';
import { optional, record, text, time } from '../../../../lib/db/record.ts';
import type { BillingAccount, BillingAccountStore } from '../domain/billing_account.ts';

const accountRecord = record<BillingAccount>({
  id: text,
  orgId: text,
  displayName: text,
  billingProvider: text,
  billingProviderRef: text,
  createTime: time,
  updateTime: optional(time),
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
