import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { isId } from '../../../lib/ids/ids.ts';
import { notFound } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { ConnectionStore } from '../connections/connection.ts';
import type { RemoveConnection } from '../connections/connections.ts';
import type { HealthReportStore } from '../health_reports/health_report.ts';
import type { InstallationStore } from '../installations/installation.ts';
import { removeInstallation } from '../installations/installations.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import type { RevocationStore } from '../revocations/revocation.ts';
import type { IntegrationRemoval, IntegrationRemovalStore } from './integration_removal.ts';

type Stores = WithOutbox<{
  integrationRemovals: IntegrationRemovalStore;
  installations: InstallationStore;
  integrations: IntegrationStore;
  connections: ConnectionStore;
  healthReports: HealthReportStore;
  providerApps: ProviderAppStore;
  revocations: RevocationStore;
}>;
type Deps = UseCaseContext<Stores>;

type RemoveInstallations = ReturnType<typeof makeRemoveInstallations>;

/**
 * Installations per transaction. Each installation takes about six statements, while the transaction holds the lock of
 * its connection.
 */
const BATCH_SIZE = 50;

/**
 * Removes the installations of a deleted integration; there may be very many. The first transaction deletes the
 * integration, inserts a removal row and removes a first batch of installations. Each further transaction removes one
 * batch. So a small integration is removed at once, and a large integration needs no huge transaction. After a crash,
 * the background job finds the removal row and continues. Each batch removes the installations that it finds, with one
 * event for each.
 */
export function makeRemoveInstallations(
  { stores, clock, newId }: Deps,
  { removeConnection, wakeRevoker }: { removeConnection: RemoveConnection; wakeRevoker: () => void },
) {
  /**
   * Removes one batch of installations. When none is left, also deletes the removal row and the revisions, and returns
   * true.
   */
  async function removeBatch(s: Stores, { projectId, integrationId, integrationName }: IntegrationRemoval) {
    if (!(await s.integrationRemovals.lock(projectId, integrationId))) return true;
    const page = { after: '', limit: BATCH_SIZE };
    const found = await s.installations.list(projectId, { integrationId, groupRef: '' }, page);
    let removed = 0;
    for (const owner of found)
      if (await removeInstallation(s, owner, { integrationName, clock, newId, removeConnection })) removed += 1;
    if (removed === BATCH_SIZE || removed < found.length) return false;
    await s.integrations.removeRevisions(projectId, integrationId);
    await s.integrationRemovals.remove(projectId, integrationId);
    return true;
  }

  return {
    removeBatch,
    /** Continues until no installation is left, or until `until` (Unix milliseconds). */
    async removeRest(removal: IntegrationRemoval, until: number): Promise<void> {
      let isDone = false;
      while (!isDone && clock.now() < until) isDone = await stores.transaction((s) => removeBatch(s, removal));
      wakeRevoker();
    },
  };
}

type FinishRemovalsDeps = ClockAndIds & { stores: { integrationRemovals: IntegrationRemovalStore } };

const REMOVALS_PER_ROUND = 20;
const MAX_WAIT_MS = 30_000;

/** Continues unfinished deletions of integrations, for example after a crash. */
export function makeFinishRemovals({ stores, clock }: FinishRemovalsDeps, { removeRest }: RemoveInstallations) {
  return async function finishRemovals(): Promise<void> {
    for (const removal of await stores.integrationRemovals.list(REMOVALS_PER_ROUND))
      await removeRest(removal, clock.now() + MAX_WAIT_MS);
  };
}

type DeleteIntegrationStores = WithOutbox<{
  integrations: IntegrationStore;
  integrationRemovals: IntegrationRemovalStore;
  installations: InstallationStore;
  connections: ConnectionStore;
  healthReports: HealthReportStore;
  providerApps: ProviderAppStore;
  revocations: RevocationStore;
}>;
type DeleteIntegrationDeps = UseCaseContext<DeleteIntegrationStores> & { audit: WriteAuditEntry<'installation'> };

/**
 * How long the caller waits for the removal of all installations. A background job then removes those that still exist.
 */
const DELETE_INTEGRATION_MAX_WAIT_MS = 10_000;

/**
 * Deletes an integration, by id or name, with its installations. After the first transaction, nobody can create an
 * installation of this integration. Throws notFound.
 */
export function makeDeleteIntegration(
  { stores, clock, audit }: DeleteIntegrationDeps,
  { removeBatch, removeRest }: RemoveInstallations,
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
      await audit(s.outbox, call, { action: 'integration.deleted', ...about });
      await removeBatch(s, begun);
      return begun;
    });
    await removeRest(removal, clock.now() + DELETE_INTEGRATION_MAX_WAIT_MS);
  };
}
