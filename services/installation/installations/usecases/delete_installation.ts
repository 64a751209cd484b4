import type { Audit } from '../../../../lib/audit/audit.ts';
import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { HealthReportStore } from '../../health_reports/domain/health_report.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import type { RevocationStore } from '../../revocations/domain/revocation.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { InstallationKey, InstallationStore } from '../domain/installation.ts';
import type { RemoveConnection } from '../../connections/usecases/remove_connection.ts';
import { removeInstallation } from './remove_installation.ts';

type Deps = {
  stores: Transacting<{
    installations: InstallationStore;
    integrations: IntegrationStore;
    connections: ConnectionStore;
    healthReports: HealthReportStore;
    events: OutboxStore;
    providerApps: ProviderAppStore;
    revocations: RevocationStore;
  }>;
  clock: Clock;
  newId: NewId;
  audit: Audit<'installation'>;
};

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
        await audit(s.events, call, { action: 'installation.deleted', ...about });
        return true;
      });
      if (!removed) continue;
      wakeRevoker();
      return;
    }
    throw new Problem('conflict', 'Other requests are changing the installation. Try again.', { retryable: true });
  };
}
