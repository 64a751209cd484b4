import type { FullInstallation } from '../domain/installation.ts';
import type { Stores } from '../../secrets/domain/stores.ts';
import type { Deps } from '../../secrets/usecases/deps.ts';
import { installationEvent } from './installation_event.ts';
import type { RemoveConnection } from '../../connections/usecases/remove_connection.ts';

type With = Pick<Deps, 'clock' | 'newId'> & { integrationName: string; removeConnection: RemoveConnection };

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
