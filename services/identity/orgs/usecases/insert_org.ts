import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Org, OrgStore } from '../domain/org.ts';
import type { MembershipStore } from '../domain/membership.ts';
import type { BillingAccountStore } from '../domain/billing_account.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore; billingAccounts: BillingAccountStore };

type NewOrg = { id: string; label: string; ownerIds: readonly string[]; createTime: number; creatorId?: string };

/** Creates an org with its owners and billing account. Must be called in a transaction. */
export async function insertOrg(
  s: Stores,
  { id, label, ownerIds, createTime, creatorId }: NewOrg,
  newId: NewId,
): Promise<Org> {
  const org: Org = { id, label, defaultTeamId: newId(), createTime, updateTime: null };
  await s.orgs.insert(org, creatorId ?? null);
  for (const builderId of ownerIds) await s.memberships.insert({ orgId: id, builderId, role: 'owner', createTime });
  await s.billingAccounts.insert({
    id: newId(),
    orgId: id,
    displayName: label,
    billingProvider: 'causeway',
    billingProviderRef: id,
    createTime,
    updateTime: null,
  });
  return org;
}
