import { Problem } from '../../../../lib/problem/problem.ts';
import type { ConnectionFilter, FullConnection } from '../../connections/domain/connection.ts';
import type { FullInstallation } from '../../installations/domain/installation.ts';
import type { ConnectOutcome, ConnectSession, ConnectSessionStore } from '../domain/connect_session.ts';

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
type Claimed = { connectionId: string; installationId: string; status: string };

/**
 * Stores what became of a session, after checking it: the page only claims it.
 * - connected: the connection is the session's own, at its provider, and its credentials are not refused; with an
 *   integration there is an installation that uses it.
 * - disconnected: nothing of the session's customer is left there.
 * - cancelled: any time; it says only that the customer went back.
 * Throws invalidArgument (status), unprocessable (the claim is not true).
 */
export function makeFinishConnectSession({ stores }: { stores: Stores }) {
  return async function finishConnectSession(session: ConnectSession, claimed: Claimed): Promise<ConnectSession> {
    const { connectionId, installationId } = claimed;
    const status = statusOf(claimed);
    const isTrue = {
      connected: () => isConnected(session, claimed),
      disconnected: async () => connectionId === '' && installationId === '' && !(await isAnyLeft(session)),
      cancelled: async () => connectionId === '' && installationId === '',
    };
    if (!(await isTrue[status]())) throw untrue();
    const outcome: ConnectOutcome = { connectionId, installationId, status };
    await stores.connectSessions.finish(session.projectId, session.id, outcome);
    return { ...session, ...outcome };
  };

  async function isConnected(session: ConnectSession, { connectionId, installationId }: Claimed): Promise<boolean> {
    const found = await stores.connections.find(session.projectId, connectionId);
    if (!found || !isOwn(session, found) || found.connection.status === 'bad_credentials') return false;
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
    return installed.some(({ connection }) => isOwn(session, connection));
  }
}

/** Whether it belongs to the customer of the session, at its provider. */
function isOwn(session: ConnectSession, { connection }: Pick<FullConnection, 'connection'>): boolean {
  const { groupRef, consumerRef, provider } = connection;
  return groupRef === session.groupRef && consumerRef === session.consumerRef && provider === session.provider;
}

function statusOf({ status }: Claimed): ConnectOutcome['status'] {
  if (status === 'connected' || status === 'disconnected' || status === 'cancelled') return status;
  throw new Problem('invalidArgument', 'The status must be connected, disconnected or cancelled.', {
    issues: [{ in: 'body', name: 'status', detail: 'must be connected, disconnected or cancelled' }],
  });
}

function untrue(): Problem {
  return new Problem('unprocessable', 'That is not what became of this session.', {
    remedy: 'Reload the page and try again.',
  });
}
