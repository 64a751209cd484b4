import { type BuilderTokens, OWN_ISSUER } from '../../lib/crypto/builder_token.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { Keyset } from '../../lib/db/keyset.ts';
import type { NewId } from '../../lib/ids/ids.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Actor } from './actor.ts';
import { makeApiKeys } from './api_keys/api_keys.ts';
import { type Audit, makeAudit, makeListAuditEntries, makeNoteAudited } from './audit/audit_entries.ts';
import type { BillingPortal, BillingSessionLinks } from './billing/billing_session.ts';
import { makeFindBillingAccount, makeGetBillingSession, makeOpenBillingSession } from './billing/billing_sessions.ts';
import { makeChangeBranding, makeGetBranding } from './branding/brandings.ts';
import { builderBearer, customerBearer, makeAuthenticate } from './callers/authenticate.ts';
import { makeBuilderOfLogin, makeBuilderOfToken } from './callers/builder_of_token.ts';
import type { IdentityProvider } from './callers/caller.ts';
import { makeEnsureBootstrap } from './callers/ensure_bootstrap.ts';
import { makeIssueBuilderToken } from './callers/own_tokens.ts';
import {
  makeCheckClaimedDomain,
  makeCheckDueClaims,
  makeProveClaim,
  makeVerifyClaimedDomain,
} from './claimed_domains/check_claimed_domain.ts';
import { checkScheduleOf, makeClaimDomain } from './claimed_domains/claim_domain.ts';
import type { TxtRecords } from './claimed_domains/claimed_domain.ts';
import { type Invite, statusAt } from './invites/invite.ts';
import { makeAcceptInvite, makeCreateInvite, makeDeleteInvite, makeGetInvite } from './invites/invites.ts';
import { makeCreateJwtKey, makeDeleteJwtKey, makeUpdateJwtKey } from './jwt_keys/jwt_keys.ts';
import { makeAddMember, makeChangeMember, makeGetBuilderInfo, makeRemoveMember } from './members/members.ts';
import { orgFor } from './orgs/org.ts';
import { makeCreateOrg, makeUpdateOrg } from './orgs/orgs.ts';
import type { Entitlements } from './projects/project.ts';
import { makeCreateProject, makeUpdateProject } from './projects/projects.ts';
import {
  makeCallerOfSession,
  makeEndConsoleSession,
  makeIssueConnectKey,
  makeRefreshConsoleSession,
} from './sessions/sessions.ts';
import { makeSignIns, type SignInPage } from './sessions/sign_ins.ts';
import type { Stores } from './stores.ts';

export type UseCaseDeps = {
  stores: Stores;
  sealer: Sealer;
  clock: Clock;
  newId: NewId;
  /** Causeway's own issuer of builders' tokens. */
  tokens: BuilderTokens;
  /** Null when only Causeway's own issuer is configured. */
  identityProvider: IdentityProvider | null;
  /** The sign-in page of the identity provider. Null when the console cannot use it. */
  signInPage: SignInPage | null;
  /** How long a console session is valid. Ms. */
  sessionLifetime: number;
  portal: BillingPortal;
  links: BillingSessionLinks;
  /** How long a token of Causeway's own issuer is valid by default. Ms. */
  defaultLifetime: number;
  /** True when lists show only a part of each API key. */
  isKeyMasked: boolean;
  inviteLifetime: number;
  redirectOrigins: readonly string[];
  entitlements: Entitlements;
  txtRecords: TxtRecords;
  domainChecks: { everyMs: number; forMs: number };
};

type Deps = UseCaseDeps & { audit: Audit };

/** Builds the use cases of the service `identity`. */
export function makeUseCases(given: UseCaseDeps) {
  const deps: Deps = { ...given, audit: makeAudit(given) };
  return {
    noteAudited: makeNoteAudited(deps),
    listAuditEntries: makeListAuditEntries(deps),
    ...callerUseCases(deps),
    ...sessionUseCases(deps),
    ...orgUseCases(deps),
    ...inviteUseCases(deps),
    ...claimedDomainUseCases(deps),
    ...billingUseCases(deps),
    ...projectUseCases(deps),
    ...keyUseCases(deps),
  };
}

export type UseCases = ReturnType<typeof makeUseCases>;

function callerUseCases(deps: Deps) {
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

function sessionUseCases(deps: Deps) {
  return {
    ...makeSignIns({ ...deps, builderOfLogin: makeBuilderOfLogin(deps) }),
    signInIssuer: (deps.signInPage && deps.identityProvider?.issuer) ?? '',
    refreshConsoleSession: makeRefreshConsoleSession(deps),
    endConsoleSession: makeEndConsoleSession(deps),
    issueConnectKey: makeIssueConnectKey(deps),
  };
}

function orgUseCases(deps: Deps) {
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

function inviteUseCases(deps: Deps) {
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

/** Wraps `list`, so that only members of the org can call it. */
function listOfOrg<T>(stores: Stores, list: (orgId: string, keyset: Keyset) => Promise<T>) {
  return async (actor: Actor, orgId: string, keyset: Keyset): Promise<T> => {
    await orgFor(stores, actor, orgId);
    return list(orgId, keyset);
  };
}

function claimedDomainUseCases(deps: Deps) {
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

function billingUseCases(deps: Deps) {
  const billingAccounts = makeFindBillingAccount(deps);
  return {
    billingAccounts,
    openBillingSession: makeOpenBillingSession({ ...deps, accounts: billingAccounts }),
    getBillingSession: makeGetBillingSession(deps),
  };
}

function projectUseCases(deps: Deps) {
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

function keyUseCases(deps: Deps) {
  const { jwtKeys } = deps.stores;
  return {
    ...makeApiKeys(deps),
    createJwtKey: makeCreateJwtKey(deps),
    listJwtKeys: jwtKeys.list,
    findJwtKey: jwtKeys.find,
    updateJwtKey: makeUpdateJwtKey(deps),
    deleteJwtKey: makeDeleteJwtKey(deps),
  };
}
