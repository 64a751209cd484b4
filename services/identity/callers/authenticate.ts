import { apiKeyHash, looksLikeApiKey } from '../../../lib/crypto/api_key.ts';
import { headerFault, verifyCustomerToken } from '../../../lib/crypto/customer_token.ts';
import { looksLikeSessionToken } from '../../../lib/crypto/session_token.ts';
import { readUnverifiedToken, type UnverifiedToken } from '../../../lib/crypto/token_peek.ts';
import { isId } from '../../../lib/ids/ids.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ApiKeyStore } from '../api_keys/api_key.ts';
import { principalOfKey } from '../api_keys/api_keys.ts';
import type { JwtKeyStore } from '../jwt_keys/jwt_key.ts';
import type { MembershipStore } from '../orgs/org.ts';
import type { Project, ProjectStore } from '../projects/project.ts';
import type { BuilderOfToken } from './builder_of_token.ts';
import { type Caller, NO_BUILDER, NO_CONNECT_LIMITS, NO_CUSTOMER } from './caller.ts';

type Stores = { projects: ProjectStore; apiKeys: ApiKeyStore };

type CallCredential = { apiKey: string; bearerToken: string; projectIdOrName: string };

/**
 * Finds the caller of a session's key or token. `isKey`: the credential was sent as X-Api-Key; otherwise as a bearer
 * token. Throws unauthenticated.
 */
export type CallerOfSession = (token: string, sent: { isKey: boolean }) => Promise<Caller>;

export type Authenticate = (credential: CallCredential) => Promise<Caller>;

type Deps = { stores: Stores; bearers: BearerKind[]; callerOfSession: CallerOfSession };

export function makeAuthenticate({ stores, bearers, callerOfSession }: Deps): Authenticate {
  function callerOf({ apiKey, bearerToken }: CallCredential): Promise<Caller> {
    if (looksLikeSessionToken(apiKey)) return callerOfSession(apiKey, { isKey: true });
    if (apiKey) return callerOfKey(stores, apiKey);
    if (looksLikeSessionToken(bearerToken)) return callerOfSession(bearerToken, { isKey: false });
    return callerOfBearer(bearers, bearerToken);
  }

  return async function authenticate(credential) {
    const { projectIdOrName } = credential;
    const caller = await callerOf(credential);
    if (!projectIdOrName) return caller;
    const project = await ownProject(stores, caller, projectIdOrName);
    const role = caller.orgRoles.find(({ orgId }) => orgId === project.orgId)?.role ?? '';
    return { ...caller, project, role };
  };
}

async function callerOfKey(stores: Stores, key: string): Promise<Caller> {
  const found = looksLikeApiKey(key) ? await stores.apiKeys.findByHash(apiKeyHash(key)) : undefined;
  if (!found?.active)
    throw new Problem('unauthenticated', 'The API key is not known or not active.', {
      remedy: 'Send an active key in X-Api-Key.',
    });
  const project = await stores.projects.find(found.projectId);
  return {
    ...NO_BUILDER,
    ...NO_CUSTOMER,
    scheme: 'apiKey',
    actingBuilderId: found.builderId ?? '',
    principal: principalOfKey(found.id),
    scopes: found.scopes,
    isRestricted: !found.scopes.includes('full') && project?.restrictFrontendKeys === true,
    project: null,
    orgId: project?.orgId ?? '',
    projectIds: [found.projectId],
  };
}

/** An id takes precedence over a name. Another tenant's project causes the same problem as a missing project. */
async function ownProject(stores: Stores, caller: Caller, idOrName: string): Promise<Project> {
  const project = isId(idOrName)
    ? await stores.projects.find(idOrName)
    : await stores.projects.findByName(idOrName.toLowerCase());
  if (!project || !caller.projectIds.includes(project.id)) throw notFound('project');
  return project;
}

/**
 * One kind of bearer token: of builders or of customers. Both use the same header. `looksLike` recognises the kind by
 * the token's unverified claims. The first kind that recognises a token verifies it, and no other kind is tried after a
 * refusal. So unverified claims only choose the verifier.
 */
export type BearerKind = {
  looksLike(peek: UnverifiedToken): boolean;
  /** Verifies the token and returns its caller. Throws unauthenticated. */
  callerOf(token: string, peek: UnverifiedToken): Promise<Caller>;
};

export async function callerOfBearer(kinds: readonly BearerKind[], token: string): Promise<Caller> {
  const peek = readUnverifiedToken(token);
  const kind = peek && kinds.find((one) => one.looksLike(peek));
  if (!kind) throw tokenRefused();
  return kind.callerOf(token, peek);
}

/** `why` continues "The bearer token …". It must not reveal keys or names of other tenants. */
function tokenRefused(why = 'is not valid or has expired'): Problem {
  return new Problem('unauthenticated', `The bearer token ${why}.`, { remedy: 'Get a fresh token and send it again.' });
}

type BearerStores = { projects: ProjectStore; memberships: MembershipStore };

/**
 * `issuers`: the issuers whose tokens `builderOfToken` can verify: Causeway's own issuer, and the configured identity
 * provider.
 */
type BearerDeps = { stores: BearerStores; builderOfToken: BuilderOfToken; issuers: string[] };

/** Bearer tokens of builders, from any accepted issuer. */
export function builderBearer({ stores, builderOfToken, issuers }: BearerDeps): BearerKind {
  return {
    looksLike: ({ issuer }) => issuers.includes(issuer),
    async callerOf(token) {
      const holder = await builderOfToken(token);
      if (!holder) throw tokenRefused();
      return callerOfBuilder(stores, { ...holder, builderId: holder.builder.id });
    },
  };
}

type CustomerBearerStores = { jwtKeys: JwtKeyStore };

/** Bearer tokens of customers, signed by the builder's server. The verifying key determines the project. */
export function customerBearer({ stores, clock }: { stores: CustomerBearerStores; clock: Clock }): BearerKind {
  return {
    looksLike: ({ header }) => typeof header['kid'] === 'string' && isId(header['kid']),
    async callerOf(token, { header }) {
      const fault = headerFault(header);
      if (fault) throw tokenRefused(fault);
      const key = await stores.jwtKeys.findByKid(String(header['kid']));
      if (!key?.active) throw tokenRefused('names a key that is not registered or not active');
      const verified = await verifyCustomerToken(token, key.publicKeyPem, clock.now());
      if ('fault' in verified) throw tokenRefused(verified.fault);
      const { groupRef, consumerRef } = verified.claims;
      return {
        ...NO_BUILDER,
        ...NO_CONNECT_LIMITS,
        isRestricted: false,
        scheme: 'customer',
        principal: `consumer:${consumerRef}`,
        scopes: [],
        project: null,
        orgId: '',
        projectIds: [key.projectId],
        groupRef,
        consumerRef,
      };
    },
  };
}

type CallingBuilder = { builderId: string; email: string; emailVerified: boolean };

/** A builder as a caller, with their current orgs and the projects of these orgs. */
export async function callerOfBuilder(
  stores: BearerStores,
  { builderId, email, emailVerified }: CallingBuilder,
): Promise<Caller> {
  const memberships = await stores.memberships.listOfBuilder(builderId);
  const projects = (await Promise.all(memberships.map(({ orgId }) => stores.projects.listOfOrg(orgId)))).flat();
  return {
    ...NO_CUSTOMER,
    isRestricted: false,
    scheme: 'builder',
    principal: `builder:${builderId}`,
    scopes: ['full'],
    project: null,
    orgId: memberships[0]?.orgId ?? '',
    builderId,
    actingBuilderId: builderId,
    email,
    emailVerified,
    projectIds: projects.map((project) => project.id),
    role: '',
    orgRoles: memberships.map(({ orgId, role }) => ({ orgId, role })),
  };
}
