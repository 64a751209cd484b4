import { eventOf, type EventOf } from '../../../../lib/events/event.ts';
import type { Stores } from '../../secrets/domain/stores.ts';
import type { Deps } from '../../secrets/usecases/deps.ts';

export type NoteDestination = ReturnType<typeof makeNoteDestination>;
type Told = EventOf<'destination.saved'> | EventOf<'destination.deleted'>;

/**
 * Keeps the projection of destinations. Revisions and configs of 0.1.0 hold names only. When a name begins to mean a
 * destination, reads is notified about all integrations that may use the name, because reads that wait for the name can
 * start. Idempotent.
 */
export function makeNoteDestination({ stores, newId }: Pick<Deps, 'stores' | 'newId'>) {
  return async function noteDestination(event: Told): Promise<void> {
    const { id, projectId, time, payload } = event;
    const { destinationId, name } = payload;
    const deleted = event.type === 'destination.deleted';
    const formerNames = ('formerNames' in payload && payload.formerNames) || [];
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'notifications'))) return;
      const before = await s.destinations.find(projectId, destinationId);
      await s.destinations.save(projectId, { id: destinationId, name, formerNames, deleted, time });
      if (deleted || before?.name === name) return;
      for (const integrationId of await waitingFor(s, projectId, [name, ...formerNames])) {
        const facts = { id: newId(), projectId, time, payload: { integrationId } };
        await s.events.add(eventOf('integration.always.changed', facts));
      }
    });
  };
}

function waitingFor(s: Stores, projectId: string, names: string[]): Promise<string[]> {
  return s.destinationUses.integrationsNaming(projectId, names);
}
