import type { NewId } from '../../lib/ids/ids.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Actor } from './domain/actor.ts';
import type { BillingPortal } from './billing/domain/billing_portal.ts';
import type { TxtRecords } from './claimed_domains/domain/domain_proof.ts';
import type { BillingSessionLinks } from './billing/domain/billing_session.ts';
import type { Keyset } from './domain/keyset.ts';
import type { Entitlements } from './projects/domain/project.ts';
import type { Stores } from './stores.ts';
import { makeAcceptInvite } from './invites/usecases/accept_invite.ts';
import { makeAddMember } from './members/usecases/add_member.ts';
import { makeCheckClaimedDomain } from './claimed_domains/usecases/check_claimed_domain.ts';
import { checkScheduleOf } from './claimed_domains/usecases/check_schedule.ts';
import { makeCheckDueClaims } from './claimed_domains/usecases/check_due_claims.ts';
import { makeClaimDomain } from './claimed_domains/usecases/claim_domain.ts';
import { makeCreateInvite } from './invites/usecases/create_invite.ts';
import { makeCreateOrg } from './orgs/usecases/create_org.ts';
import { makeCreateProject } from './projects/usecases/create_project.ts';
import { makeDeleteInvite } from './invites/usecases/delete_invite.ts';
import { makeFindBillingAccount } from './billing/usecases/find_billing_account.ts';
import { makeGetBillingSession } from './billing/usecases/get_billing_session.ts';
import { makeGetBuilderInfo } from './members/usecases/get_builder_info.ts';
import { makeGetInvite } from './invites/usecases/get_invite.ts';
import { makeOpenBillingSession } from './billing/usecases/open_billing_session.ts';
import { orgFor } from './orgs/usecases/org_access.ts';
import { makeUpdateOrg } from './orgs/usecases/update_org.ts';
import { makeUpdateProject } from './projects/usecases/update_project.ts';
import { makeProveClaim, makeVerifyClaimedDomain } from './claimed_domains/usecases/verify_claimed_domain.ts';

export type UseCaseDeps = {
  stores: Stores;
  clock: Clock;
  newId: NewId;
  portal: BillingPortal;
  links: BillingSessionLinks;
  inviteLifetime: number;
  redirectOrigins: readonly string[];
  entitlements: Entitlements;
  txtRecords: TxtRecords;
  domainChecks: { everyMs: number; forMs: number };
};

/** Composes the use cases about orgs and builders. */
export function makeUseCases(deps: UseCaseDeps) {
  const { stores, entitlements, inviteLifetime, domainChecks } = deps;
  const proveClaim = makeProveClaim(deps);
  const getBuilderInfo = makeGetBuilderInfo(deps);
  const billingAccounts = makeFindBillingAccount(deps);
  const ofOrg =
    <T>(list: (orgId: string, keyset: Keyset) => Promise<T>) =>
    async (actor: Actor, orgId: string, keyset: Keyset): Promise<T> => {
      await orgFor(stores, actor, orgId);
      return list(orgId, keyset);
    };
  return {
    entitlements,
    createOrg: makeCreateOrg(deps),
    getOrg: (actor: Actor, orgId: string) => orgFor(stores, actor, orgId),
    updateOrg: makeUpdateOrg(deps),
    listOrgBuilders: ofOrg(stores.builders.listOfOrg),
    getBuilderInfo,
    createInvite: makeCreateInvite({ ...deps, lifetimeMs: inviteLifetime }),
    listInvites: ofOrg(stores.invites.list),
    getInvite: makeGetInvite(deps),
    deleteInvite: makeDeleteInvite(deps),
    acceptInvite: makeAcceptInvite({ ...deps, getBuilderInfo }),
    addMember: makeAddMember(deps),
    listClaimedDomains: async (actor: Actor, orgId: string) => {
      await orgFor(stores, actor, orgId);
      return stores.claimedDomains.listOfOrg(orgId);
    },
    checkClaimedDomain: makeCheckClaimedDomain(deps),
    claimDomain: makeClaimDomain({ ...deps, checkSchedule: checkScheduleOf(domainChecks) }),
    verifyClaimedDomain: makeVerifyClaimedDomain(stores, proveClaim),
    checkDueClaims: makeCheckDueClaims({ ...deps, proveClaim, everyMs: domainChecks.everyMs }),
    billingAccounts,
    openBillingSession: makeOpenBillingSession({ ...deps, accounts: billingAccounts }),
    getBillingSession: makeGetBillingSession(deps),
    createProject: makeCreateProject(deps),
    updateProject: makeUpdateProject(deps),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;
