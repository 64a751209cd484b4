import type { Clock } from '../../../../lib/time/clock.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Org, OrgStore } from '../domain/org.ts';
import { maskedValues } from '../../domain/masked_values.ts';
import { noSuchOrg, orgFor } from './org_access.ts';
import type { MembershipStore } from '../domain/membership.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore };

export type UpdateOrg = (
  actor: Actor,
  request: { orgId: string; updateMask: readonly string[]; label: string },
) => Promise<Org>;

export function makeUpdateOrg({ stores, clock }: { stores: Stores; clock: Clock }): UpdateOrg {
  return async function updateOrg(actor, { orgId, updateMask, ...given }) {
    await orgFor(stores, actor, orgId, 'owner');
    const { label } = maskedValues('org', updateMask, given);
    if (label !== undefined) await stores.orgs.rename(orgId, label, clock.now());
    const org = await stores.orgs.find(orgId);
    if (!org) throw noSuchOrg();
    return org;
  };
}
