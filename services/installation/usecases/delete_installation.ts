import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { InstallationKey } from '../domain/installation.ts';
import { connectionEvent } from './connection_event.ts';
import type { Deps } from './deps.ts';
import { installationEvent } from './installation_event.ts';

export type DeleteInstallation = ReturnType<typeof makeDeleteInstallation>;

/** The connection goes with the last installation that uses it. */
export function makeDeleteInstallation({ stores, clock, newId }: Deps) {
  return async function deleteInstallation(
    _call: Call,
    { projectId, integrationId, installationId }: InstallationKey,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const owner = await s.installations.find(projectId, installationId);
      if (!owner || owner.installation.integrationId !== integrationId) throw absent();
      const { connection, consumer } = owner.connection;
      await s.connections.lock(projectId, connection.id);
      if (!(await s.installations.remove(projectId, installationId))) throw absent();
      const time = clock.now();
      const integration = await s.integrations.find(projectId, integrationId);
      await s.events.add(
        installationEvent('installation.deleted', owner, integration?.name ?? '', { eventId: newId(), time }),
      );
      if (await s.installations.usesConnection(projectId, connection.id)) return;
      await s.connections.remove(projectId, connection.id);
      await s.events.add(
        connectionEvent(
          'connection.deleted',
          { ...connection, consumerName: consumer.name },
          { eventId: newId(), time },
        ),
      );
    });
  };
}

function absent(): Problem {
  return new Problem('notFound', 'There is no such installation.');
}
