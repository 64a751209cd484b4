import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { HealthReportStore } from '../../health_reports/domain/health_report.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import type { RevocationStore } from '../../revocations/domain/revocation.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { IntegrationRemoval, IntegrationRemovalStore } from '../domain/integration_removal.ts';
import type { RemoveConnection } from '../../connections/usecases/remove_connection.ts';
import { removeInstallation } from '../../installations/usecases/remove_installation.ts';

type Stores = {
  integrationRemovals: IntegrationRemovalStore;
  installations: InstallationStore;
  integrations: IntegrationStore;
  connections: ConnectionStore;
  healthReports: HealthReportStore;
  events: OutboxStore;
  providerApps: ProviderAppStore;
  revocations: RevocationStore;
};
type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId };

export type RemoveInstallations = ReturnType<typeof makeRemoveInstallations>;

/** Installations per transaction. Each takes about six statements under the lock of its connection. */
const PORTION = 50;

/**
 * Removes the installations of a deleted integration; there may be very many. The first transaction deletes the
 * integration, inserts a removal row and removes a first portion of installations. Each further transaction removes one
 * portion. So a small integration disappears at once, and a large one needs no huge transaction. After a crash, the
 * background job finds the removal row and continues. Each portion removes the installations that it finds, with one
 * event for each.
 */
export function makeRemoveInstallations(
  { stores, clock, newId }: Deps,
  { removeConnection, wakeRevoker }: { removeConnection: RemoveConnection; wakeRevoker: () => void },
) {
  /** True when nothing is left. */
  async function removePortion(s: Stores, { projectId, integrationId, integrationName }: IntegrationRemoval) {
    if (!(await s.integrationRemovals.lock(projectId, integrationId))) return true;
    const page = { after: '', limit: PORTION };
    const found = await s.installations.list(projectId, { integrationId, groupRef: '' }, page);
    let removed = 0;
    for (const owner of found)
      if (await removeInstallation(s, owner, { integrationName, clock, newId, removeConnection })) removed += 1;
    if (removed === PORTION || removed < found.length) return false;
    await s.integrations.removeRevisions(projectId, integrationId);
    await s.integrationRemovals.remove(projectId, integrationId);
    return true;
  }

  return {
    removePortion,
    /** Continues until nothing is left, or until `until` (Unix milliseconds). */
    async removeRest(removal: IntegrationRemoval, until: number): Promise<void> {
      let isDone = false;
      while (!isDone && clock.now() < until) isDone = await stores.transaction((s) => removePortion(s, removal));
      wakeRevoker();
    },
  };
}
