import { looksLikeSessionToken, newSessionToken, sessionTokenHash } from '../../../lib/crypto/session_token.ts';
import { isId } from '../../../lib/ids/ids.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ClockAndIds, UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { type CallerOfSession, callerOfBuilder } from '../callers/authenticate.ts';
import { type Caller, NO_BUILDER } from '../callers/caller.ts';
import type { Builder, BuilderStore } from '../members/builder.ts';
import type { MembershipStore, OrgRole } from '../orgs/org.ts';
import type { ProjectStore } from '../projects/project.ts';
import {
  type ConnectLimits,
  type ConsoleSession,
  KEY_LIFETIME_MS,
  type SessionKey,
  type SessionKeyKind,
  type SessionStore,
} from './session.ts';

type Stores = {
  sessions: SessionStore;
  builders: BuilderStore;
  projects: ProjectStore;
  memberships: MembershipStore;
};

/** The key of a project, with the builder's current role in the project's org. */
type ConsoleKey = { token: string; projectId: string; role: OrgRole };
/** The credentials that the page keeps in memory. Token and key expire at `expireTime`, Unix ms. */
type ConsoleCredentials = { builder: Builder; token: string; expireTime: number; key: ConsoleKey | null };
type RefreshConsoleSession = (asked: { secret: string; projectIdOrName: string }) => Promise<ConsoleCredentials>;
type EndConsoleSession = (secret: string) => Promise<void>;

type Deps = UseCaseContext<Stores>;

/**
 * Issues new credentials to the page of a signed-in builder: a builder token and, if the request names a project, a key
 * for this project. Throws unauthenticated without a valid session, and notFound for a project that the builder may not
 * use.
 */
export function makeRefreshConsoleSession({ stores, clock, newId }: Deps): RefreshConsoleSession {
  async function issue(s: Stores, session: ConsoleSession, projectId: string | null): Promise<string> {
    const token = newSessionToken();
    const kind: SessionKeyKind = projectId === null ? 'token' : 'console';
    const { id: sessionId, builderId } = session;
    const key = { keyHash: sessionTokenHash(token), id: newId(), kind, sessionId, projectId, builderId, limits: null };
    await s.sessions.insertKey({ ...key, expireTime: expiryOf(session, clock.now()) });
    return token;
  }

  return async function refreshConsoleSession({ secret, projectIdOrName }) {
    return stores.transaction(async (s) => {
      const session = await liveSession(s, secret, clock.now());
      const builder = await s.builders.find(session.builderId);
      if (!builder) throw signedOut();
      const held = projectIdOrName === '' ? null : await projectOf(s, session.builderId, projectIdOrName);
      const token = await issue(s, session, null);
      const key = held && { token: await issue(s, session, held.projectId), ...held };
      return { builder, token, expireTime: expiryOf(session, clock.now()), key };
    });
  };
}

/** Signs out: the session, its keys and its tokens end at once. Idempotent. */
export function makeEndConsoleSession({ stores, clock }: Deps): EndConsoleSession {
  return async function endConsoleSession(secret) {
    if (!looksLikeSessionToken(secret)) return;
    const session = await stores.sessions.findBySecret(sessionTokenHash(secret), clock.now());
    if (session) await stores.transaction((s) => s.sessions.removeSession(session.id));
  };
}

async function liveSession(s: Stores, secret: string, now: number): Promise<ConsoleSession> {
  const session = looksLikeSessionToken(secret) && (await s.sessions.findBySecret(sessionTokenHash(secret), now));
  if (!session) throw signedOut();
  return session;
}

async function projectOf(
  s: Stores,
  builderId: string,
  idOrName: string,
): Promise<{ projectId: string; role: OrgRole }> {
  const project = isId(idOrName)
    ? await s.projects.find(idOrName)
    : await s.projects.findByName(idOrName.toLowerCase());
  const membership = project && (await s.memberships.find(project.orgId, builderId));
  if (!membership) throw notFound('project');
  return { projectId: project.id, role: membership.role };
}

function expiryOf({ expireTime }: ConsoleSession, now: number): number {
  return Math.min(now + KEY_LIFETIME_MS, expireTime);
}

function signedOut(): Problem {
  return new Problem('unauthenticated', 'Nobody is signed in in this browser, or the session has ended.', {
    remedy: 'Sign in at /console/sign-in.',
  });
}

type CallerStores = { sessions: SessionStore; projects: ProjectStore; memberships: MembershipStore };

/**
 * Finds the caller of a session's key or token. A console key acts as the builder, with the builder's current role,
 * only in the key's project and only while the session is valid. A connect key acts as the customer.
 */
export function makeCallerOfSession({ stores, clock }: { stores: CallerStores; clock: Clock }): CallerOfSession {
  return async function callerOfSession(token, { isKey }) {
    const key = await stores.sessions.findKey(sessionTokenHash(token), clock.now());
    if (!key || isKey === (key.kind === 'token')) throw sessionEnded();
    return key.kind === 'connect' ? customerOf(key) : builderOf(stores, key, clock.now());
  };
}

async function builderOf(stores: CallerStores, { sessionId, projectId }: SessionKey, now: number): Promise<Caller> {
  const session = await stores.sessions.findSession(sessionId, now);
  if (!session) throw sessionEnded();
  const caller = await callerOfBuilder(stores, session);
  if (projectId === null) return caller;
  const project = caller.projectIds.includes(projectId) ? await stores.projects.find(projectId) : undefined;
  if (!project) throw sessionEnded();
  const { orgId } = project;
  const orgRoles = caller.orgRoles.filter((held) => held.orgId === orgId);
  return { ...caller, orgId, orgRoles, projectIds: [projectId] };
}

function customerOf({ projectId, limits }: SessionKey): Caller {
  if (projectId === null || limits === null) throw sessionEnded();
  return {
    ...NO_BUILDER,
    isRestricted: false,
    scheme: 'customer',
    principal: `consumer:${limits.consumerRef}`,
    scopes: [],
    project: null,
    orgId: '',
    projectIds: [projectId],
    groupRef: limits.groupRef,
    consumerRef: limits.consumerRef,
    onlyIntegrationId: limits.integrationId,
    onlyProvider: limits.provider,
  };
}

function sessionEnded(): Problem {
  return new Problem('unauthenticated', 'The session has ended, or its key has expired.', {
    remedy: 'Reload the page; sign in again if it asks you to.',
  });
}

/** `sessionExpireTime`: when the connect session ends, Unix ms. The key expires no later. */
type ConnectKeyRequest = { projectId: string; sessionId: string; sessionExpireTime: number; limits: ConnectLimits };
type IssueConnectKey = (asked: ConnectKeyRequest) => Promise<{ token: string; expireTime: number }>;

type ConnectKeyDeps = ClockAndIds & { stores: { sessions: SessionStore } };

/**
 * Creates the key that the connect page uses for one customer. The installation service has already checked the connect
 * session.
 */
export function makeIssueConnectKey({ stores, clock, newId }: ConnectKeyDeps): IssueConnectKey {
  return async function issueConnectKey({ projectId, sessionId, sessionExpireTime, limits }) {
    if (limits.provider === '') throw new Error('A connect key without a provider would not be held to one.');
    const token = newSessionToken();
    const expireTime = Math.min(clock.now() + KEY_LIFETIME_MS, sessionExpireTime);
    await stores.sessions.insertKey({
      keyHash: sessionTokenHash(token),
      id: newId(),
      kind: 'connect',
      sessionId,
      projectId,
      builderId: null,
      limits,
      expireTime,
    });
    return { token, expireTime };
  };
}
