import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ConnectionFilter, FullConnection } from '../connections/connection.ts';
import type { FullInstallation } from '../installations/installation.ts';
import { hashOfToken } from '../sign_in_pages/sign_in_pages.ts';
import type { ConnectOutcome, ConnectSession, ConnectSessionStore, ConnectSessionView } from './connect_session.ts';

type Deps = { stores: { connectSessions: ConnectSessionStore }; clock: Clock };
/**
 * A request of the connect page. `token`: the token in the link, which the first visit has; empty later. `sessionId`:
 * the session of a later visit. `secret`: the secret in the browser's cookie. A visit with a token but without a secret
 * does not open the session.
 */
type Visit = { token: string; sessionId: string; secret: string };

/**
 * Returns the session of a visit. The link works once: the first visit binds the session to its browser. Throws
 * unauthenticated.
 */
export function makeOpenConnectSession({ stores, clock }: Deps) {
  return async function openConnectSession({ token, sessionId, secret }: Visit): Promise<ConnectSession> {
    const browserHash = hashOfToken(secret);
    const { connectSessions } = stores;
    if (token === '') {
      const session = secret && (await connectSessions.findByBrowser(sessionId, browserHash, clock.now()));
      if (!session) throw sessionEnded();
      return session;
    }
    const session = await connectSessions.findByToken(hashOfToken(token), clock.now());
    if (session && secret === '' && session.browserHash === null) return session;
    if (!session || secret === '' || !(await connectSessions.open(session.projectId, session.id, browserHash)))
      throw sessionEnded();
    return { ...session, browserHash, status: 'opened' };
  };
}

/** A session as its builder sees it. Throws notFound. */
export function makeGetConnectSession({ stores, clock }: Deps) {
  return async function getConnectSession(projectId: string, id: string): Promise<ConnectSessionView> {
    const session = await stores.connectSessions.find(projectId, id);
    if (!session) throw notFound('connect session');
    const isOpen = session.status === 'created' || session.status === 'opened';
    return isOpen && session.expireTime <= clock.now() ? { ...session, status: 'expired' } : session;
  };
}

function sessionEnded(): Problem {
  return new Problem('unauthenticated', 'This link was used before, in another browser, or is too old.', {
    remedy: 'Go back to the app, and start again there.',
  });
}

type Stores = {
  connectSessions: ConnectSessionStore;
  connections: {
    find(projectId: string, id: string): Promise<FullConnection | undefined>;
    list(projectId: string, filter: ConnectionFilter): Promise<FullConnection[]>;
  };
  installations: {
    find(projectId: string, id: string): Promise<FullInstallation | undefined>;
    list(projectId: string, filter: { integrationId: string; groupRef: string }): Promise<FullInstallation[]>;
  };
};
type ReportedOutcome = { connectionId: string; installationId: string; status: string };

/**
 * Stores the outcome of a session. The page in the browser reports the outcome, so the report is checked:
 * - connected: the connection belongs to the session's customer and provider, and its credentials are not refused; with
 *   an integration, an installation uses the connection.
 * - disconnected: the session's customer has no connection or installation left that the session is about.
 * - cancelled: always accepted, because it only says that the customer went back.
 * Throws invalidArgument (status), unprocessable (the report is not true).
 */
export function makeFinishConnectSession({ stores }: { stores: Stores }) {
  return async function finishConnectSession(
    session: ConnectSession,
    claimed: ReportedOutcome,
  ): Promise<ConnectSession> {
    const { connectionId, installationId } = claimed;
    const status = statusOf(claimed);
    const isTrue = {
      connected: () => isConnected(session, claimed),
      disconnected: async () => connectionId === '' && installationId === '' && !(await isAnyLeft(session)),
      cancelled: async () => connectionId === '' && installationId === '',
    };
    if (!(await isTrue[status]())) throw untrueReport();
    const outcome: ConnectOutcome = { connectionId, installationId, status };
    await stores.connectSessions.finish(session.projectId, session.id, outcome);
    return { ...session, ...outcome };
  };

  async function isConnected(
    session: ConnectSession,
    { connectionId, installationId }: ReportedOutcome,
  ): Promise<boolean> {
    const found = await stores.connections.find(session.projectId, connectionId);
    if (!found || !isOfSessionCustomer(session, found) || found.connection.status === 'bad_credentials') return false;
    if (session.integrationId === '') return installationId === '';
    const installed = await stores.installations.find(session.projectId, installationId);
    const { integrationId, connectionId: usedId } = installed?.installation ?? {};
    return integrationId === session.integrationId && usedId === connectionId;
  }

  async function isAnyLeft(session: ConnectSession): Promise<boolean> {
    const { projectId, integrationId, groupRef, consumerRef, provider } = session;
    if (integrationId === '')
      return (await stores.connections.list(projectId, { groupRef, consumerRef, provider })).length > 0;
    const installed = await stores.installations.list(projectId, { integrationId, groupRef });
    return installed.some(({ connection }) => isOfSessionCustomer(session, connection));
  }
}

/** Whether the connection belongs to the customer of the session, at the session's provider. */
function isOfSessionCustomer(session: ConnectSession, { connection }: Pick<FullConnection, 'connection'>): boolean {
  const { groupRef, consumerRef, provider } = connection;
  return groupRef === session.groupRef && consumerRef === session.consumerRef && provider === session.provider;
}

function statusOf({ status }: ReportedOutcome): ConnectOutcome['status'] {
  if (status === 'connected' || status === 'disconnected' || status === 'cancelled') return status;
  throw new Problem('invalidArgument', 'The status must be connected, disconnected or cancelled.', {
    issues: [{ in: 'body', name: 'status', detail: 'must be connected, disconnected or cancelled' }],
  });
}

function untrueReport(): Problem {
  return new Problem('unprocessable', 'That is not what became of this session.', {
    remedy: 'Reload the page and try again.',
  });
}
