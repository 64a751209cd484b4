import { looksLikeSessionToken, newSessionToken, sessionTokenHash } from '../../../lib/crypto/session_token.ts';
import type { Transacting } from '../../../lib/db/transacting.ts';
import { isId, type NewId } from '../../../lib/ids/ids.ts';
import { notFound } from '../../../lib/problem/not_found.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Builder, BuilderStore } from '../members/builder.ts';
import type { MembershipStore, OrgRole } from '../orgs/org.ts';
import type { ProjectStore } from '../projects/project.ts';
import { type ConsoleSession, KEY_LIFETIME, type SessionKeyKind, type SessionStore } from './session.ts';

type Stores = {
  sessions: SessionStore;
  builders: BuilderStore;
  projects: ProjectStore;
  memberships: MembershipStore;
};

/** The key of a project, with the builder's role in its org now. */
type ConsoleKey = { token: string; projectId: string; role: OrgRole };
/** What the page holds in memory. Token and key expire at `expireTime`, Unix ms. */
type ConsoleCredentials = { builder: Builder; token: string; expireTime: number; key: ConsoleKey | null };
type RefreshConsoleSession = (asked: { secret: string; projectIdOrName: string }) => Promise<ConsoleCredentials>;
type EndConsoleSession = (secret: string) => Promise<void>;

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId };

/**
 * Gives the page of a signed-in builder new credentials: a builder token and, if it names a project, a key for it.
 * Throws unauthenticated without a live session, notFound for a project that is not the builder's.
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
  return Math.min(now + KEY_LIFETIME, expireTime);
}

function signedOut(): Problem {
  return new Problem('unauthenticated', 'Nobody is signed in in this browser, or the session has ended.', {
    remedy: 'Sign in at /console/sign-in.',
  });
}
