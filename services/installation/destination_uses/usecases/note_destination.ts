import type { InboxStore } from '../../../../lib/events/inbox.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { DestinationUseStore } from '../domain/destination_use.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { eventOf, type EventOf } from '../../../../lib/events/event.ts';

type Stores = {
  inbox: InboxStore;
  destinations: DestinationStore;
  events: OutboxStore;
  destinationUses: DestinationUseStore;
};
type Deps = { stores: Transacting<Stores>; newId: NewId };

export type NoteDestination = ReturnType<typeof makeNoteDestination>;
type Told = EventOf<'destination.saved'> | EventOf<'destination.deleted'>;

/**
 * Keeps the projection of destinations. Revisions and configs of 0.1.0 hold names only. When a name begins to mean a
 * destination, reads is notified about all integrations that may use the name, because reads that wait for the name can
 * start. Idempotent.
 */
export function makeNoteDestination({ stores, newId }: Deps) {
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
