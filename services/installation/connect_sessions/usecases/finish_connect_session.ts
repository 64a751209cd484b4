import { Problem } from '../../../../lib/problem/problem.ts';
import type { FullConnection } from '../../connections/domain/connection.ts';
import type { FullInstallation } from '../../installations/domain/installation.ts';
import type { ConnectOutcome, ConnectSession, ConnectSessionStore } from '../domain/connect_session.ts';

type Stores = {
  connectSessions: ConnectSessionStore;
  connections: { find(projectId: string, id: string): Promise<FullConnection | undefined> };
  installations: { find(projectId: string, id: string): Promise<FullInstallation | undefined> };
};
type Claimed = { connectionId: string; installationId: string };

/**
 * Stores what became of a session, after checking it: the page only claims it. A connection must be the session's own
 * and at its provider; an installation must use that connection and be of the session's integration. With no
 * connection, the account is disconnected. Throws unprocessable.
 */
export function makeFinishConnectSession({ stores }: { stores: Stores }) {
  return async function finishConnectSession(session: ConnectSession, claimed: Claimed): Promise<ConnectSession> {
    if (!(await isTrue(session, claimed))) throw untrue();
    const outcome: ConnectOutcome = { ...claimed, status: claimed.connectionId === '' ? 'disconnected' : 'connected' };
    await stores.connectSessions.finish(session.projectId, session.id, outcome);
    return { ...session, ...outcome };
  };

  async function isTrue(session: ConnectSession, { connectionId, installationId }: Claimed): Promise<boolean> {
    if (connectionId === '') return installationId === '';
    const found = await stores.connections.find(session.projectId, connectionId);
    const { groupRef, consumerRef, provider } = found?.connection ?? {};
    const isOwn = groupRef === session.groupRef && consumerRef === session.consumerRef && provider === session.provider;
    if (!isOwn || installationId === '') return isOwn;
    const installed = await stores.installations.find(session.projectId, installationId);
    const { integrationId, connectionId: usedId } = installed?.installation ?? {};
    return integrationId === session.integrationId && usedId === connectionId;
  }
}

function untrue(): Problem {
  return new Problem('unprocessable', 'That is no connection of this session.', {
    remedy: 'Reload the page and connect again.',
  });
}
