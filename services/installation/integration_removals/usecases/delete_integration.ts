import type { Audit } from '../../../../lib/audit/audit.ts';
import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { IntegrationRemovalStore } from '../domain/integration_removal.ts';
import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { HealthReportStore } from '../../health_reports/domain/health_report.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import type { RevocationStore } from '../../revocations/domain/revocation.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { isId } from '../../../../lib/ids/ids.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { RemoveInstallations } from './remove_installations.ts';

type Deps = {
  stores: Transacting<{
    integrations: IntegrationStore;
    integrationRemovals: IntegrationRemovalStore;
    installations: InstallationStore;
    connections: ConnectionStore;
    healthReports: HealthReportStore;
    events: OutboxStore;
    providerApps: ProviderAppStore;
    revocations: RevocationStore;
  }>;
  clock: Clock;
  audit: Audit<'installation'>;
};

/** How long the caller waits for the removal of all installations. A background job removes the rest. */
const PATIENCE_MS = 10_000;

/**
 * Deletes an integration, by id or name, with its installations. After the first transaction nothing can be installed.
 * Throws notFound.
 */
export function makeDeleteIntegration(
  { stores, clock, audit }: Deps,
  { removePortion, removeRest }: RemoveInstallations,
) {
  return async function deleteIntegration(
    call: Call,
    { projectId, integrationIdOrName: idOrName }: { projectId: string; integrationIdOrName: string },
  ): Promise<void> {
    const removal = await stores.transaction(async (s) => {
      const find = isId(idOrName) ? s.integrations.find : s.integrations.findByName;
      const integration = await find(projectId, idOrName);
      if (!integration || !(await s.integrations.remove(projectId, integration.id))) throw notFound('integration');
      const { id: integrationId, name: integrationName } = integration;
      const begun = { projectId, integrationId, integrationName, createTime: clock.now() };
      await s.integrationRemovals.insert(begun);
      const about = { projectId, targetId: integrationId, targetName: integrationName };
      await audit(s.events, call, { action: 'integration.deleted', ...about });
      await removePortion(s, begun);
      return begun;
    });
    await removeRest(removal, clock.now() + PATIENCE_MS);
  };
}
