import type { EventOf } from '../../../../lib/events/event.ts';
import type { Deps } from '../../secrets/usecases/deps.ts';

export type NoteHealth = ReturnType<typeof makeNoteHealth>;

/**
 * Stores a health reason that reads reported. Idempotent. The row lock serializes it with the deletion of the
 * installation, so that no report remains after the installation.
 */
export function makeNoteHealth({ stores }: Pick<Deps, 'stores'>) {
  return async function noteHealth({ id, projectId, payload }: EventOf<'installation.health.reported'>): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'reads'))) return;
      if (await s.installations.lock(projectId, payload.installationId)) await s.healthReports.save(projectId, payload);
    });
  };
}
