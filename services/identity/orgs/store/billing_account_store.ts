import type { Knex } from 'knex';
import type { BillingAccount, BillingAccountStore } from '../domain/billing_account.ts';

type Row = {
  id: string;
  org_id: string;
  display_name: string;
  billing_provider: string;
  billing_provider_ref: string;
  create_time: number;
  update_time: number | null;
};
const COLUMNS = [
  'id',
  'org_id',
  'display_name',
  'billing_provider',
  'billing_provider_ref',
  'create_time',
  'update_time',
] as const;

export function sqlBillingAccountStore(db: Knex): BillingAccountStore {
  const accounts = () => db<Row>('billing_accounts');
  return {
    async findOfOrg(orgId) {
      const row = await accounts()
        .where({ org_id: orgId })
        .first(...COLUMNS);
      return row && toAccount(row);
    },
    async find(orgIds, accountId) {
      const row = await accounts()
        .where({ id: accountId })
        .whereIn('org_id', orgIds)
        .first(...COLUMNS);
      return row && toAccount(row);
    },
    async insert({ id, orgId, displayName, billingProvider, billingProviderRef, createTime, updateTime }) {
      await accounts().insert({
        id,
        org_id: orgId,
        display_name: displayName,
        billing_provider: billingProvider,
        billing_provider_ref: billingProviderRef,
        create_time: createTime,
        update_time: updateTime,
      });
    },
    async moveTo({ id, orgId, billingProvider }, { name, ref }, updateTime) {
      const moved = await accounts()
        .where({ id, org_id: orgId, billing_provider: billingProvider })
        .update({ billing_provider: name, billing_provider_ref: ref, update_time: updateTime });
      return moved === 1;
    },
  };
}

function toAccount(row: Row): BillingAccount {
  return {
    id: row.id,
    orgId: row.org_id,
    displayName: row.display_name,
    billingProvider: row.billing_provider,
    billingProviderRef: row.billing_provider_ref,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
