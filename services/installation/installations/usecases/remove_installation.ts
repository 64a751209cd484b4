import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { HealthReportStore } from '../../health_reports/domain/health_report.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import type { RevocationStore } from '../../revocations/domain/revocation.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { FullInstallation, InstallationStore } from '../domain/installation.ts';
import { installationEvent } from './installation_event.ts';
import type { RemoveConnection } from '../../connections/usecases/remove_connection.ts';

type Stores = {
  connections: ConnectionStore;
  installations: InstallationStore;
  healthReports: HealthReportStore;
  events: OutboxStore;
  providerApps: ProviderAppStore;
  revocations: RevocationStore;
};
type With = { clock: Clock; newId: NewId; integrationName: string; removeConnection: RemoveConnection };

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
  await s.events.add(installationEvent('installation.deleted', owner, integrationName, { eventId: newId(), time }));
  if (await s.installations.findByConnection(projectId, connection.id)) return true;
  await removeConnection(s, owner.connection);
  return true;
}
