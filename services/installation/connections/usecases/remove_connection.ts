import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { RevocationStore } from '../../revocations/domain/revocation.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import type { CredentialBox } from '../../secrets/usecases/credential_box.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { FullConnection, SecretConnection, ConnectionStore } from '../domain/connection.ts';
import type { ProviderApp, ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import { connectionEvent } from './connection_event.ts';

type Stores = {
  connections: ConnectionStore;
  events: OutboxStore;
  providerApps: ProviderAppStore;
  revocations: RevocationStore;
};
type Deps = { connectors: Connectors; box: CredentialBox; clock: Clock; newId: NewId; log: Log };

export type RemoveConnection = ReturnType<typeof makeRemoveConnection>;

/**
 * Removes a connection in the caller's transaction, which must hold its row lock. Its tokens are revoked later, by
 * revoke_tokens: what that needs is sealed into a row of its own, so that a provider can't block a deletion.
 */
export function makeRemoveConnection({ connectors, box, clock, newId, log }: Deps) {
  return async function removeConnection(s: Stores, { connection, consumer }: FullConnection): Promise<void> {
    const { projectId, id } = connection;
    if (connectors.canRevoke(connection.provider)) await leaveToRevoke(s, projectId, id);
    await s.connections.remove(projectId, id);
    const about = { ...connection, consumerName: consumer.name };
    await s.events.add(connectionEvent('connection.deleted', about, { eventId: newId(), time: clock.now() }));
  };

  async function leaveToRevoke(s: Stores, projectId: string, connectionId: string): Promise<void> {
    const connection = await s.connections.findSecret(projectId, connectionId);
    const app = connection?.providerAppId ? await s.providerApps.find(projectId, connection.providerAppId) : undefined;
    const id = newId();
    const sealed = connection && sealedTokens(connection, id, app);
    if (!sealed) return;
    await s.revocations.insert({ id, projectId, connectionId, provider: connection.provider, sealed }, clock.now());
  }

  /** Undefined when there is nothing to revoke, or when the credentials cannot be opened. */
  function sealedTokens(connection: SecretConnection, id: string, app: ProviderApp | undefined): string | undefined {
    const { projectId, provider, workspaceRef, metadataJson } = connection;
    try {
      const credentials = box.open(connection);
      if (credentials.kind !== 'oauth2') return undefined;
      const { accessToken, refreshToken } = credentials.tokens;
      const variables = connectors.variablesOf(provider, workspaceRef, metadataJson);
      const client = credentials.grant?.client ?? (app && box.openClient(app));
      return box.sealRevocable({ projectId, id }, { accessToken, refreshToken, client, variables });
    } catch (err) {
      log.warn('revocation skipped: credentials cannot be decrypted', {
        projectId,
        connectionId: connection.id,
        provider,
        err,
      });
      return undefined;
    }
  }
}
