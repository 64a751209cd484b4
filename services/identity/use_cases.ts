import { OWN_ISSUER, type BuilderTokens } from '../../lib/crypto/builder_token.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import { type Audit, makeAudit } from './audit/usecases/audited.ts';
import { makeListAuditEntries } from './audit/usecases/list_audit_entries.ts';
import { makeNoteAudited } from './audit/usecases/note_audited.ts';
import { makeCreateApiKey } from './api_keys/usecases/create_api_key.ts';
import { makeDeleteApiKey } from './api_keys/usecases/delete_api_key.ts';
import { makeGetApiKey } from './api_keys/usecases/get_api_key.ts';
import { makeListApiKeys } from './api_keys/usecases/list_api_keys.ts';
import { makeShowKey } from './api_keys/usecases/show_api_key.ts';
import { makeUpdateApiKey } from './api_keys/usecases/update_api_key.ts';
import type { IdentityProvider } from './callers/domain/login.ts';
import { makeAuthenticate } from './callers/usecases/authenticate.ts';
import { builderBearer } from './callers/usecases/builder_bearer.ts';
import { makeBuilderOfLogin } from './callers/usecases/builder_of_login.ts';
import { makeBuilderOfToken } from './callers/usecases/builder_of_token.ts';
import { customerBearer } from './callers/usecases/customer_bearer.ts';
import { makeCallerOfSession } from './sessions/usecases/caller_of_session.ts';
import { makeEndConsoleSession, makeRefreshConsoleSession } from './sessions/usecases/console_session.ts';
import { makeIssueConnectKey } from './sessions/usecases/issue_connect_key.ts';
import { makeSignIn } from './sessions/usecases/sign_in.ts';
import { makeCreateSignInLink, makeSpendSignInLink } from './sessions/usecases/sign_in_links.ts';
import { makeFinishSignIn, makeStartSignIn } from './sessions/usecases/openid_sign_in.ts';
import type { SignInPage } from './sessions/domain/sign_in_page.ts';
import { makeEnsureBootstrap } from './callers/usecases/ensure_bootstrap.ts';
import { makeIssueBuilderToken } from './callers/usecases/issue_builder_token.ts';
import { type Invite, statusAt } from './invites/domain/invite.ts';
import { makeCreateJwtKey } from './jwt_keys/usecases/create_jwt_key.ts';
import { makeDeleteJwtKey, makeUpdateJwtKey } from './jwt_keys/usecases/update_jwt_key.ts';
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
import { makeChangeMember, makeRemoveMember } from './members/usecases/change_member.ts';
import { makeAddMember } from './members/usecases/add_member.ts';
import { makeCheckClaimedDomain } from './claimed_domains/usecases/check_claimed_domain.ts';
import { checkScheduleOf } from './claimed_domains/usecases/check_schedule.ts';
import { makeCheckDueClaims } from './claimed_domains/usecases/check_due_claims.ts';
import { makeClaimDomain } from './claimed_domains/usecases/claim_domain.ts';
import { makeCreateInvite } from './invites/usecases/create_invite.ts';
import { makeCreateOrg } from './orgs/usecases/create_org.ts';
import { makeCreateProject } from './projects/usecases/create_project.ts';
import { makeDeleteInvite } from './invites/usecases/delete_invite.ts';
import { makeChangeBranding, makeGetBranding } from './branding/usecases/branding.ts';
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
  sealer: Sealer;
  clock: Clock;
  newId: NewId;
  /** Our own issuer of builders' tokens. */
  tokens: BuilderTokens;
  /** Null when only our own issuer is configured. */
  identityProvider: IdentityProvider | null;
  /** The sign-in page of that provider. Null when the console cannot use it. */
  signInPage: SignInPage | null;
  /** Of a console session. Ms. */
  sessionLifetime: number;
  portal: BillingPortal;
  links: BillingSessionLinks;
  /** Of a token of our own issuer. Ms. */
  defaultLifetime: number;
  /** Whether API keys are shown masked, in part. */
  isKeyMasked: boolean;
  inviteLifetime: number;
  redirectOrigins: readonly string[];
  entitlements: Entitlements;
  txtRecords: TxtRecords;
  domainChecks: { everyMs: number; forMs: number };
};

type Deps = UseCaseDeps & { audit: Audit };

/** Composes the use cases of identity. */
export function makeUseCases(given: UseCaseDeps) {
  const deps: Deps = { ...given, audit: makeAudit(given) };
  return {
    noteAudited: makeNoteAudited(deps),
    listAuditEntries: makeListAuditEntries(deps),
    ...ofCallers(deps),
    ...ofSessions(deps),
    ...ofOrgs(deps),
    ...ofInvites(deps),
    ...ofClaimedDomains(deps),
    ...ofBilling(deps),
    ...ofProjects(deps),
    ...ofKeys(deps),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;

function ofCallers(deps: Deps) {
  const { identityProvider } = deps;
  const builderOfToken = makeBuilderOfToken({ ...deps, builderOfLogin: makeBuilderOfLogin(deps) });
  const issuers = [OWN_ISSUER, ...(identityProvider ? [identityProvider.issuer] : [])];
  const bearers = [builderBearer({ ...deps, builderOfToken, issuers }), customerBearer(deps)];
  return {
    authenticate: makeAuthenticate({ ...deps, bearers, callerOfSession: makeCallerOfSession(deps) }),
    ensureBootstrap: makeEnsureBootstrap(deps),
    issueBuilderToken: makeIssueBuilderToken(deps),
  };
}

function ofSessions(deps: Deps) {
  const signIn = makeSignIn(deps);
  const builderOfLogin = makeBuilderOfLogin(deps);
  return {
    createSignInLink: makeCreateSignInLink(deps),
    spendSignInLink: makeSpendSignInLink({ ...deps, signIn }),
    signInIssuer: (deps.signInPage && deps.identityProvider?.issuer) ?? '',
    startSignIn: makeStartSignIn(deps),
    finishSignIn: makeFinishSignIn({ ...deps, signIn, builderOfLogin }),
    refreshConsoleSession: makeRefreshConsoleSession(deps),
    endConsoleSession: makeEndConsoleSession(deps),
    issueConnectKey: makeIssueConnectKey(deps),
  };
}

function ofOrgs(deps: Deps) {
  const { stores } = deps;
  return {
    createOrg: makeCreateOrg(deps),
    getOrg: (actor: Actor, orgId: string) => orgFor(stores, actor, orgId),
    updateOrg: makeUpdateOrg(deps),
    listOrgBuilders: listOfOrg(stores, stores.builders.listOfOrg),
    getBuilderInfo: makeGetBuilderInfo(deps),
    addMember: makeAddMember(deps),
    changeMember: makeChangeMember(deps),
    removeMember: makeRemoveMember(deps),
  };
}

function ofInvites(deps: Deps) {
  const { stores, clock, inviteLifetime } = deps;
  return {
    createInvite: makeCreateInvite({ ...deps, lifetimeMs: inviteLifetime }),
    listInvites: listOfOrg(stores, stores.invites.list),
    getInvite: makeGetInvite(deps),
    deleteInvite: makeDeleteInvite(deps),
    acceptInvite: makeAcceptInvite({ ...deps, getBuilderInfo: makeGetBuilderInfo(deps) }),
    inviteStatus: (invite: Invite) => statusAt(invite, clock.now()),
  };
}

/** A list that is shown to the members of the org alone. */
function listOfOrg<T>(stores: Stores, list: (orgId: string, keyset: Keyset) => Promise<T>) {
  return async (actor: Actor, orgId: string, keyset: Keyset): Promise<T> => {
    await orgFor(stores, actor, orgId);
    return list(orgId, keyset);
  };
}

function ofClaimedDomains(deps: Deps) {
  const { stores, domainChecks } = deps;
  const proveClaim = makeProveClaim(deps);
  return {
    listClaimedDomains: async (actor: Actor, orgId: string) => {
      await orgFor(stores, actor, orgId);
      return stores.claimedDomains.listOfOrg(orgId);
    },
    checkClaimedDomain: makeCheckClaimedDomain(deps),
    claimDomain: makeClaimDomain({ ...deps, checkSchedule: checkScheduleOf(domainChecks) }),
    verifyClaimedDomain: makeVerifyClaimedDomain(stores, proveClaim),
    checkDueClaims: makeCheckDueClaims({ ...deps, proveClaim, everyMs: domainChecks.everyMs }),
  };
}

function ofBilling(deps: Deps) {
  const billingAccounts = makeFindBillingAccount(deps);
  return {
    billingAccounts,
    openBillingSession: makeOpenBillingSession({ ...deps, accounts: billingAccounts }),
    getBillingSession: makeGetBillingSession(deps),
  };
}

function ofProjects(deps: Deps) {
  const { projects } = deps.stores;
  const getBranding = makeGetBranding(deps);
  return {
    getBranding,
    changeBranding: makeChangeBranding(deps, getBranding),
    entitlements: deps.entitlements,
    findProject: projects.find,
    listProjects: projects.listByIds,
    createProject: makeCreateProject(deps),
    updateProject: makeUpdateProject(deps),
  };
}

function ofKeys(deps: Deps) {
  const { jwtKeys } = deps.stores;
  const showKey = makeShowKey(deps.sealer, { masked: deps.isKeyMasked });
  const getApiKey = makeGetApiKey({ ...deps, showKey });
  return {
    createApiKey: makeCreateApiKey(deps),
    listApiKeys: makeListApiKeys({ ...deps, showKey }),
    getApiKey,
    updateApiKey: makeUpdateApiKey({ ...deps, getApiKey }),
    deleteApiKey: makeDeleteApiKey({ ...deps, getApiKey }),
    createJwtKey: makeCreateJwtKey(deps),
    listJwtKeys: jwtKeys.list,
    findJwtKey: jwtKeys.find,
    updateJwtKey: makeUpdateJwtKey(deps),
    deleteJwtKey: makeDeleteJwtKey(deps),
  };
}
