import { sessionTokenHash } from '../../../lib/crypto/session_token.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { CallerOfSession } from '../callers/authenticate.ts';
import { callerOfBuilder } from '../callers/bearer.ts';
import { type Caller, NO_BUILDER } from '../callers/caller.ts';
import type { MembershipStore } from '../orgs/org.ts';
import type { ProjectStore } from '../projects/project.ts';
import type { SessionKey, SessionStore } from './session.ts';

type Stores = { sessions: SessionStore; projects: ProjectStore; memberships: MembershipStore };

/**
 * The caller of a session's key or token. A console key acts as its builder in its project alone, with the builder's
 * role of this moment, and only while the session lives. A connect key acts as its customer.
 */
export function makeCallerOfSession({ stores, clock }: { stores: Stores; clock: Clock }): CallerOfSession {
  return async function callerOfSession(token, { isKey }) {
    const key = await stores.sessions.findKey(sessionTokenHash(token), clock.now());
    if (!key || isKey === (key.kind === 'token')) throw ended();
    return key.kind === 'connect' ? customerOf(key) : builderOf(stores, key, clock.now());
  };
}

async function builderOf(stores: Stores, { sessionId, projectId }: SessionKey, now: number): Promise<Caller> {
  const session = await stores.sessions.findSession(sessionId, now);
  if (!session) throw ended();
  const caller = await callerOfBuilder(stores, session);
  if (projectId === null) return caller;
  const project = caller.projectIds.includes(projectId) ? await stores.projects.find(projectId) : undefined;
  if (!project) throw ended();
  const { orgId } = project;
  const orgRoles = caller.orgRoles.filter((held) => held.orgId === orgId);
  return { ...caller, orgId, orgRoles, projectIds: [projectId] };
}

function customerOf({ projectId, limits }: SessionKey): Caller {
  if (projectId === null || limits === null) throw ended();
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

function ended(): Problem {
  return new Problem('unauthenticated', 'The session has ended, or its key has expired.', {
    remedy: 'Reload the page; sign in again if it asks you to.',
  });
}
