import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Org, OrgStore } from '../domain/org.ts';
import { insertOrg } from './insert_org.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { MembershipStore } from '../domain/membership.ts';
import type { QuotaStore } from '../../domain/quota.ts';
import type { BillingAccountStore } from '../domain/billing_account.ts';

type Stores = {
  orgs: OrgStore;
  memberships: MembershipStore;
  billingAccounts: BillingAccountStore;
  quotas: QuotaStore;
};

export type CreateOrg = (actor: Actor, request: { label: string }) => Promise<Org>;

/**
 * Creates an org owned by the calling builder. An API key cannot own an org; then the owners of its own org do. It counts
 * for the quota of one builder: the caller, or the first owner of the key's org. Another owner may not know of the key.
 */
export function makeCreateOrg({
  stores,
  clock,
  newId,
}: {
  stores: Transacting<Stores>;
  clock: Clock;
  newId: NewId;
}): CreateOrg {
  return async function createOrg({ builderId, keyOrgId }, { label }) {
    const owners = builderId === '' ? await stores.memberships.listOwners(keyOrgId) : [{ builderId }];
    const ownerIds = owners.map((owner) => owner.builderId);
    const [creatorId] = ownerIds;
    if (creatorId === undefined)
      throw new Problem('permissionDenied', 'The caller has no builder who could own the org.');
    const org = { id: newId(), label, ownerIds, creatorId, createTime: clock.now() };
    return stores.transaction(async (s) => {
      await s.quotas.reserve('orgs', creatorId, org.createTime);
      return insertOrg(s, org, newId);
    });
  };
}
