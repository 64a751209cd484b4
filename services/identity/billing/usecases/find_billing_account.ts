import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Actor } from '../../domain/actor.ts';
import type { BillingAccount, BillingAccountStore } from '../../orgs/domain/billing_account.ts';
import { orgFor, orgIdsOf } from '../../orgs/usecases/org_access.ts';
import type { OrgStore } from '../../orgs/domain/org.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore; billingAccounts: BillingAccountStore };

export type FindBillingAccount = ReturnType<typeof makeFindBillingAccount>;

/** An org's billing account, by org id or account id. Only owners may see it. */
export function makeFindBillingAccount({ stores }: { stores: Stores }) {
  return {
    async ofOrg(actor: Actor, orgId: string): Promise<BillingAccount> {
      await orgFor(stores, actor, orgId, 'owner');
      const account = await stores.billingAccounts.findOfOrg(orgId);
      if (!account) throw new Error(`The org ${orgId} has no billing account.`);
      return account;
    },
    async byId(actor: Actor, accountId: string): Promise<BillingAccount> {
      const account = await stores.billingAccounts.find(await orgIdsOf(stores, actor), accountId);
      if (!account) throw notFound('billing account');
      await orgFor(stores, actor, account.orgId, 'owner');
      return account;
    },
  };
}
