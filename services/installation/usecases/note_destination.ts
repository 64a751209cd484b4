import type { EventOf } from '../../../lib/events/event.ts';
import type { Deps } from './deps.ts';

export type NoteDestination = ReturnType<typeof makeNoteDestination>;

/** Stores the names of destinations, which manifests may use. Idempotent. */
export function makeNoteDestination({ stores }: Pick<Deps, 'stores'>) {
  return async function noteDestination(
    event: EventOf<'destination.saved'> | EventOf<'destination.deleted'>,
  ): Promise<void> {
    const {
      id,
      projectId,
      time,
      type,
      payload: { destinationId, name },
    } = event;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'notifications'))) return;
      await s.destinations.save(projectId, { id: destinationId, name, deleted: type === 'destination.deleted', time });
    });
  };
}
