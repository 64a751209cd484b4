import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Actor } from '../domain/actor.ts';
import type { BillingPortal } from '../domain/billing.ts';
import type { TxtRecords } from '../domain/domain_proof.ts';
import type { BillingSessionLinks } from '../domain/billing_session.ts';
import type { Keyset } from '../domain/keyset.ts';
import type { Entitlements } from '../domain/project.ts';
import type { Stores } from '../domain/stores.ts';
import { makeAcceptInvite } from './accept_invite.ts';
import { makeAddMember } from './add_member.ts';
import { makeCheckClaimedDomain } from './check_claimed_domain.ts';
import { checkScheduleOf } from './check_schedule.ts';
import { makeCheckDueClaims } from './check_due_claims.ts';
import { makeClaimDomain } from './claim_domain.ts';
import { makeCreateInvite } from './create_invite.ts';
import { makeCreateOrg } from './create_org.ts';
import { makeCreateProject } from './create_project.ts';
import { makeDeleteInvite } from './delete_invite.ts';
import { makeFindBillingAccount } from './find_billing_account.ts';
import { makeGetBillingSession } from './get_billing_session.ts';
import { makeGetBuilderInfo } from './get_builder_info.ts';
import { makeGetInvite } from './get_invite.ts';
import { makeOpenBillingSession } from './open_billing_session.ts';
import { orgFor } from './org_access.ts';
import { makeUpdateOrg } from './update_org.ts';
import { makeUpdateProject } from './update_project.ts';
import { makeProveClaim, makeVerifyClaimedDomain } from './verify_claimed_domain.ts';

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
