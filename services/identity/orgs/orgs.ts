import type { NewId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { Actor } from '../actor.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import { maskedValues } from '../masked_values.ts';
import type { QuotaStore } from '../quota.ts';
import { type BillingAccountStore, noSuchOrg, type Org, type OrgStores, orgFor } from './org.ts';

type Stores = OrgStores & {
  billingAccounts: BillingAccountStore;
  quotas: QuotaStore;
};

type CreateOrg = (actor: Actor, request: { label: string }) => Promise<Org>;

/**
 * Creates an org that the calling builder owns. An API key cannot own an org: if a key makes the call, the owners of
 * the key's org own the new org. The org counts against the quota of one builder: the caller, or the first owner of the
 * key's org. The other owners are not charged, because they may not know of the key.
 */
export function makeCreateOrg({ stores, clock, newId }: UseCaseContext<Stores>): CreateOrg {
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

type InsertOrgStores = OrgStores & { billingAccounts: BillingAccountStore };

type NewOrg = { id: string; label: string; ownerIds: readonly string[]; createTime: number; creatorId?: string };

/** Creates an org with its owners and billing account. Must be called in a transaction. */
export async function insertOrg(
  s: InsertOrgStores,
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

type UpdateOrgStores = OrgStores & { audit: AuditStore };
type Deps = UseCaseContext<UpdateOrgStores> & { audit: Audit };

type UpdateOrg = (
  actor: Actor,
  request: { orgId: string; updateMask: readonly string[]; label: string },
) => Promise<Org>;

export function makeUpdateOrg({ stores, clock, audit }: Deps): UpdateOrg {
  return async function updateOrg(actor, { orgId, updateMask, ...given }) {
    await orgFor(stores, actor, orgId, 'owner');
    const { label } = maskedValues('org', updateMask, given);
    if (label !== undefined)
      await stores.transaction(async (s) => {
        await s.orgs.rename(orgId, label, clock.now());
        await audit(s, actor, { action: 'org.updated', orgId, targetId: orgId, targetName: label, fields: ['label'] });
      });
    const org = await stores.orgs.find(orgId);
    if (!org) throw noSuchOrg();
    return org;
  };
}
