import type { InboxStore } from '../../../../lib/events/inbox.ts';
import type { InstallationStore } from '../domain/installation.ts';
import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { EventOf } from '../../../../lib/events/event.ts';

type Deps = {
  stores: Transacting<{ inbox: InboxStore; installations: InstallationStore; connections: ConnectionStore }>;
};

export type NoteOperation = ReturnType<typeof makeNoteOperation>;

/**
 * Stores the status of an installation's latest operation. A success also shows that the credentials work. Idempotent.
 */
export function makeNoteOperation({ stores }: Deps) {
  return async function noteOperation({ id, projectId, payload }: EventOf<'operation.changed'>): Promise<void> {
    const { installationId, operationId, status, seq } = payload;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'reads'))) return;
      await s.installations.noteOperation(projectId, installationId, { operationId, status, time: seq });
      if (status !== 'success') return;
      const owner = await s.installations.find(projectId, installationId);
      if (owner) await s.connections.markWorking(projectId, owner.installation.connectionId, seq);
    });
  };
}
