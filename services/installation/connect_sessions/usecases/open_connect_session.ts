import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { hashOfToken } from '../../sign_in_pages/usecases/hash_of_token.ts';
import type { ConnectSession, ConnectSessionStore, ShownConnectSession } from '../domain/connect_session.ts';

type Deps = { stores: { connectSessions: ConnectSessionStore }; clock: Clock };
/**
 * The first visit has the token of the link, and later ones the id of the session. `secret`: of the browser; a token
 * without one only looks.
 */
type Visit = { token: string; sessionId: string; secret: string };

/**
 * The session of a visit. The link works once: it binds the session to the browser that spent it. Throws
 * unauthenticated.
 */
export function makeOpenConnectSession({ stores, clock }: Deps) {
  return async function openConnectSession({ token, sessionId, secret }: Visit): Promise<ConnectSession> {
    const browserHash = hashOfToken(secret);
    const { connectSessions } = stores;
    if (token === '') {
      const session = secret && (await connectSessions.findByBrowser(sessionId, browserHash, clock.now()));
      if (!session) throw ended();
      return session;
    }
    const session = await connectSessions.findByToken(hashOfToken(token), clock.now());
    if (session && secret === '' && session.browserHash === null) return session;
    if (!session || secret === '' || !(await connectSessions.open(session.projectId, session.id, browserHash)))
      throw ended();
    return { ...session, browserHash, status: 'opened' };
  };
}

/** A session as its builder sees it. Throws notFound. */
export function makeGetConnectSession({ stores, clock }: Deps) {
  return async function getConnectSession(projectId: string, id: string): Promise<ShownConnectSession> {
    const session = await stores.connectSessions.find(projectId, id);
    if (!session) throw notFound('connect session');
    const isOpen = session.status === 'created' || session.status === 'opened';
    return isOpen && session.expireTime <= clock.now() ? { ...session, status: 'expired' } : session;
  };
}

function ended(): Problem {
  return new Problem('unauthenticated', 'This link was used before, in another browser, or is too old.', {
    remedy: 'Go back to the app, and start again there.',
  });
}
