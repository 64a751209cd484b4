import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Org, OrgStore } from '../domain/org.ts';
import { maskedValues } from '../../domain/masked_values.ts';
import { noSuchOrg, orgFor } from './org_access.ts';
import type { MembershipStore } from '../domain/membership.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore; audit: AuditStore };
type Deps = { stores: Transacting<Stores>; clock: Clock; audit: Audit };

export type UpdateOrg = (
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
