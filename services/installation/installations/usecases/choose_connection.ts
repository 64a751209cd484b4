import { noSuch } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { FullConnection, ConnectionStore } from '../../connections/domain/connection.ts';

type Stores = { connections: ConnectionStore };

type Wanted = { projectId: string; groupRef: string; connectionId: string; provider: string; consumerRef?: string };

/**
 * The named connection, else the group's default for the provider; with `consumerRef`, the default among that
 * consumer's connections. Throws invalidArgument when the named one does not exist. Throws unprocessable when it
 * belongs to another provider or group, and when the group has none.
 */
export async function chooseConnection(stores: Stores, wanted: Wanted): Promise<FullConnection> {
  const { projectId, groupRef, connectionId, provider, consumerRef = '' } = wanted;
  const found = connectionId
    ? await stores.connections.find(projectId, connectionId)
    : await stores.connections.findDefault(projectId, { groupRef, provider, consumerRef });
  if (!found) throw noConnection(connectionId);
  if (found.connection.provider !== provider)
    throw unfit(`The connection is to ${found.connection.provider}, the integration for ${provider}.`);
  if (found.connection.groupRef !== groupRef) throw unfit('The connection belongs to another group.');
  return found;
}

export function noConnection(connectionId: string): Problem {
  return connectionId
    ? new Problem('invalidArgument', noSuch('connection'), {
        issues: [{ in: 'body', name: 'connectionId', detail: noSuch('connection') }],
      })
    : unfit('The group has no connection to the provider yet.', 'groupRef');
}

function unfit(detail: string, name = 'connectionId'): Problem {
  return new Problem('unprocessable', detail, {
    issues: [{ in: 'body', name, detail }],
    remedy: 'Connect the group to the provider first.',
  });
}
