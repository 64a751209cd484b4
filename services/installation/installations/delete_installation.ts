import type { Audit } from '../../../lib/audit/audit.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ClockAndIds, Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { ConnectionStore } from '../connections/connection.ts';
import type { RemoveConnection } from '../connections/connections.ts';
import type { HealthReportStore } from '../health_reports/health_report.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import type { RevocationStore } from '../revocations/revocation.ts';
import type { FullInstallation, InstallationKey, InstallationStore } from './installation.ts';
import { installationEvent } from './installation_event.ts';

type Stores = WithOutbox<{
  connections: ConnectionStore;
  installations: InstallationStore;
  healthReports: HealthReportStore;
  providerApps: ProviderAppStore;
  revocations: RevocationStore;
}>;
type Deps = Given<Stores & { integrations: IntegrationStore }> & { audit: Audit<'installation'> };

/** Retries for an installation that moves to another connection at the same moment, which is rare. */
const MAX_ROUNDS = 3;

/** Deletes an installation, and its connection if no other installation uses it. Throws notFound and conflict. */
export function makeDeleteInstallation(
  { stores, clock, newId, audit }: Deps,
  { removeConnection, wakeRevoker }: { removeConnection: RemoveConnection; wakeRevoker: () => void },
) {
  return async function deleteInstallation(
    call: Call,
    { projectId, integrationId, installationId }: InstallationKey,
  ): Promise<void> {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const removed = await stores.transaction(async (s) => {
        const owner = await s.installations.find(projectId, installationId);
        if (!owner || owner.installation.integrationId !== integrationId) throw notFound('installation');
        const integrationName = (await s.integrations.find(projectId, integrationId))?.name ?? '';
        if (!(await removeInstallation(s, owner, { integrationName, clock, newId, removeConnection }))) return false;
        const about = { projectId, targetId: installationId, targetName: owner.installation.groupRef };
        await audit(s.outbox, call, { action: 'installation.deleted', ...about });
        return true;
      });
      if (!removed) continue;
      wakeRevoker();
      return;
    }
    throw new Problem('conflict', 'Other requests are changing the installation. Try again.', { retryable: true });
  };
}

type With = ClockAndIds & { integrationName: string; removeConnection: RemoveConnection };

/**
 * Removes an installation in the caller's transaction, and its connection if no other installation uses it. False when
 * the installation no longer exists, or when it moved to another connection after `owner` was read: then the lock is on
 * the wrong connection.
 */
export async function removeInstallation(
  s: Stores,
  owner: FullInstallation,
  { integrationName, clock, newId, removeConnection }: With,
): Promise<boolean> {
  const { projectId, id } = owner.installation;
  const { connection } = owner.connection;
  const time = clock.now();
  await s.connections.lock(projectId, connection.id);
  if (!(await s.installations.remove(projectId, id, connection.id))) return false;
  await s.healthReports.remove(projectId, id);
  await s.outbox.add(installationEvent('installation.deleted', owner, integrationName, { eventId: newId(), time }));
  if (await s.installations.findByConnection(projectId, connection.id)) return true;
  await removeConnection(s, owner.connection);
  return true;
}
