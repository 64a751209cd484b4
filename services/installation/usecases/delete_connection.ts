import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { connectionEvent } from './connection_event.ts';
import type { Deps } from './deps.ts';

export type DeleteConnection = ReturnType<typeof makeDeleteConnection>;

/** Its credentials are gone with the row. Refused while an installation uses it. */
export function makeDeleteConnection({ stores, clock, newId }: Deps) {
  return async function deleteConnection(
    _call: Call,
    { projectId, connectionId }: { projectId: string; connectionId: string },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const full = (await s.connections.lock(projectId, connectionId))
        ? await s.connections.find(projectId, connectionId)
        : undefined;
      if (!full) throw new Problem('notFound', 'There is no such connection.');
      if (await s.installations.usesConnection(projectId, connectionId)) {
        throw new Problem('conflict', 'An installation uses this connection.', {
          remedy: 'Delete the installation; the connection goes with it.',
        });
      }
      await s.connections.remove(projectId, connectionId);
      const about = { ...full.connection, consumerName: full.consumer.name };
      await s.events.add(connectionEvent('connection.deleted', about, { eventId: newId(), time: clock.now() }));
    });
  };
}
