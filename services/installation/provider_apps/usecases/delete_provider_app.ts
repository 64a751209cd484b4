import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { Audit } from '../../../../lib/audit/audit.ts';
import type { ConnectionsOfApp, ProviderAppStore } from '../domain/provider_app.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';

type Deps = {
  stores: Transacting<{ connections: ConnectionsOfApp; providerApps: ProviderAppStore; events: OutboxStore }>;
  audit: Audit<'installation'>;
};

/**
 * Deletes a provider app. Throws notFound, and conflict while a connection uses it: its tokens can't be refreshed
 * without the secret.
 */
export function makeDeleteProviderApp({ stores, audit }: Deps) {
  return async function deleteProviderApp(
    call: Call,
    { projectId, providerAppId }: { projectId: string; providerAppId: string },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const connectionId = await s.connections.findByProviderApp(projectId, providerAppId);
      if (connectionId) {
        throw new Problem('conflict', 'A connection uses this provider app.', {
          remedy: 'Delete its connections first.',
          context: { connectionId },
        });
      }
      const app = await s.providerApps.find(projectId, providerAppId);
      if (!app || !(await s.providerApps.remove(projectId, providerAppId))) throw notFound('provider app');
      const about = { projectId, targetId: providerAppId, targetName: app.provider };
      await audit(s.events, call, { action: 'providerApp.deleted', ...about });
    });
  };
}
