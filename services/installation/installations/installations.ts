import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import type { Keyset } from '../../../lib/db/keyset.ts';
import { eventCatalog } from '../../../lib/events/catalog.ts';
import { type EventOf, eventOf } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import { noSuchText, notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { ConnectionStore, FullConnection } from '../connections/connection.ts';
import type { RemoveConnection } from '../connections/connections.ts';
import type { HealthReportStore } from '../health_reports/health_report.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import type { RevocationStore } from '../revocations/revocation.ts';
import type { FullInstallation, InstallationFilter, InstallationKey, InstallationStore } from './installation.ts';
import { installationEvent } from './installation_event.ts';

type Deps = { stores: { installations: InstallationStore; integrations: IntegrationStore } };

/** Lists installations, newest first; empty filters match all. Throws notFound when the integration does not exist. */
export function makeListInstallations({ stores }: Deps) {
  return async function listInstallations(
    projectId: string,
    filter: InstallationFilter,
    keyset: Keyset,
  ): Promise<FullInstallation[]> {
    const found = await stores.installations.list(projectId, filter, keyset);
    if (found.length === 0 && filter.integrationId !== '') await integrationOf(stores, projectId, filter.integrationId);
    return found;
  };
}

type NoteOperationDeps = UseCaseContext<{
  inbox: InboxStore;
  installations: InstallationStore;
  connections: ConnectionStore;
}>;

/**
 * Stores the status of an installation's latest operation, and the time since which its reads fail. A success also
 * marks the connection as working. Idempotent.
 */
export function makeNoteOperation({ stores }: NoteOperationDeps) {
  return async function noteOperation(event: EventOf<'operation.changed' | 'write.operation.ended'>): Promise<void> {
    const { id, type, projectId, payload } = event;
    const { installationId, operationId, status, seq } = payload;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, eventCatalog[type].producer))) return;
      const change = { operationId, status, time: seq };
      await s.installations.noteOperation(projectId, installationId, change);
      if (type === 'operation.changed') await s.installations.noteRead(projectId, installationId, change);
      if (status !== 'success') return;
      const owner = await s.installations.find(projectId, installationId);
      if (owner) await s.connections.markWorking(projectId, owner.installation.connectionId, seq);
    });
  };
}

type PropagateRevisionDeps = UseCaseContext<WithOutbox<{ inbox: InboxStore; installations: InstallationStore }>>;

/** Installations per transaction. Each installation adds one row to the outbox. */
const BATCH_SIZE = 200;

/**
 * Propagates a change to all installations of an integration. An integration may have any number of installations, so
 * they are handled in batches: each event handles one batch and adds the event for the next batch in the same
 * transaction. After a crash the current batch is repeated or the next batch runs; no batch is lost.
 */
export function makePropagateRevision({ stores, newId }: PropagateRevisionDeps) {
  return async function propagateRevision({
    id,
    projectId,
    time,
    payload: { integrationId, after = '' },
  }: EventOf<'integration.always.changed'>): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'installation'))) return;
      const found = await s.installations.list(
        projectId,
        { integrationId, groupRef: '' },
        { after, limit: BATCH_SIZE },
      );
      for (const { installation } of found) {
        const payload = { integrationId, installationId: installation.id };
        await s.outbox.add(eventOf('installation.revised', { id: newId(), projectId, time, payload }));
      }
      const last = found.at(-1);
      if (!last || found.length < BATCH_SIZE) return;
      const payload = { integrationId, after: last.installation.id };
      await s.outbox.add(eventOf('integration.always.changed', { id: newId(), projectId, time, payload }));
    });
  };
}

type Stores = { connections: ConnectionStore };

type ConnectionChoice = {
  projectId: string;
  groupRef: string;
  connectionId: string;
  provider: string;
  consumerRef?: string;
};

/**
 * Returns the named connection. Without a name, returns the group's default for the provider; with `consumerRef`, the
 * default among that consumer's connections. Throws invalidArgument when the named connection does not exist, and
 * unprocessable when it belongs to another provider or group or when the group has no connection.
 */
export async function chooseConnection(stores: Stores, wanted: ConnectionChoice): Promise<FullConnection> {
  const { projectId, groupRef, connectionId, provider, consumerRef = '' } = wanted;
  const found = connectionId
    ? await stores.connections.find(projectId, connectionId)
    : await stores.connections.findDefault(projectId, { groupRef, provider, consumerRef });
  if (!found) throw noConnection(connectionId);
  if (found.connection.provider !== provider)
    throw unfitConnection(`The connection is to ${found.connection.provider}, the integration for ${provider}.`);
  if (found.connection.groupRef !== groupRef) throw unfitConnection('The connection belongs to another group.');
  return found;
}

export function noConnection(connectionId: string): Problem {
  return connectionId
    ? new Problem('invalidArgument', noSuchText('connection'), {
        issues: [{ in: 'body', name: 'connectionId', detail: noSuchText('connection') }],
      })
    : unfitConnection('The group has no connection to the provider yet.', 'groupRef');
}

function unfitConnection(detail: string, name = 'connectionId'): Problem {
  return new Problem('unprocessable', detail, {
    issues: [{ in: 'body', name, detail }],
    remedy: 'Connect the group to the provider first.',
  });
}

type RemoveInstallationStores = WithOutbox<{
  connections: ConnectionStore;
  installations: InstallationStore;
  healthReports: HealthReportStore;
  providerApps: ProviderAppStore;
  revocations: RevocationStore;
}>;
type DeleteInstallationDeps = UseCaseContext<RemoveInstallationStores & { integrations: IntegrationStore }> & {
  audit: WriteAuditEntry<'installation'>;
};

/** Max tries of a deletion. A try fails only if the installation gets another connection meanwhile, which is rare. */
const MAX_ROUNDS = 3;

/** Deletes an installation, and its connection if no other installation uses it. Throws notFound and conflict. */
export function makeDeleteInstallation(
  { stores, clock, newId, audit }: DeleteInstallationDeps,
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

type RemovalDeps = ClockAndIds & { integrationName: string; removeConnection: RemoveConnection };

/**
 * Removes an installation in the caller's transaction, and its connection if no other installation uses it. Returns
 * false when the installation no longer exists, or when it got another connection after `owner` was read: then the lock
 * is on the wrong connection.
 */
export async function removeInstallation(
  s: RemoveInstallationStores,
  owner: FullInstallation,
  { integrationName, clock, newId, removeConnection }: RemovalDeps,
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
