import type { Audit } from '../../../../lib/audit/audit.ts';
import type { ConnectionStore, InstallationsOfConnection } from '../domain/connection.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import type { RevocationStore } from '../../revocations/domain/revocation.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { RemoveConnection } from './remove_connection.ts';

type Deps = {
  stores: Transacting<{
    connections: ConnectionStore;
    installations: InstallationsOfConnection;
    events: OutboxStore;
    providerApps: ProviderAppStore;
    revocations: RevocationStore;
  }>;
  audit: Audit<'installation'>;
};

/**
 * Deletes a connection and its credentials. Tokens that the provider must still revoke stay sealed in a row of their
 * own. Throws notFound, and conflict while an installation uses the connection.
 */
export function makeDeleteConnection(
  { stores, audit }: Deps,
  { removeConnection, wakeRevoker }: { removeConnection: RemoveConnection; wakeRevoker: () => void },
) {
  return async function deleteConnection(
    call: Call,
    { projectId, connectionId }: { projectId: string; connectionId: string },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const full = (await s.connections.lock(projectId, connectionId))
        ? await s.connections.find(projectId, connectionId)
        : undefined;
      if (!full) throw notFound('connection');
      const installationId = await s.installations.findByConnection(projectId, connectionId);
      if (installationId) {
        throw new Problem('conflict', 'An installation uses this connection.', {
          remedy: 'Delete the installation; that also deletes the connection.',
          context: { installationId },
        });
      }
      await removeConnection(s, full);
      const about = { projectId, targetId: connectionId, targetName: full.connection.provider };
      await audit(s.events, call, { action: 'connection.deleted', ...about });
    });
    wakeRevoker();
  };
}
