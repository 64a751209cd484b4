import type { InboxStore } from '../../../../lib/events/inbox.ts';
import type { InstallationStore } from '../domain/installation.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { eventOf, type EventOf } from '../../../../lib/events/event.ts';

type Deps = {
  stores: Transacting<{ inbox: InboxStore; installations: InstallationStore; events: OutboxStore }>;
  newId: NewId;
};

export type PropagateRevision = ReturnType<typeof makePropagateRevision>;

/** Installations per transaction. Each adds one row to the outbox. */
const PORTION = 200;

/**
 * Propagates a change for all installations of an integration, however many there are. It works in portions: each event
 * notifies one portion and adds the event for the next one, in the same transaction. A crash repeats a portion or
 * continues with the next; it never loses one.
 */
export function makePropagateRevision({ stores, newId }: Deps) {
  return async function propagateRevision({
    id,
    projectId,
    time,
    payload: { integrationId, after = '' },
  }: EventOf<'integration.always.changed'>): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, 'installation'))) return;
      const found = await s.installations.list(projectId, { integrationId, groupRef: '' }, { after, limit: PORTION });
      for (const { installation } of found) {
        const payload = { integrationId, installationId: installation.id };
        await s.events.add(eventOf('installation.revised', { id: newId(), projectId, time, payload }));
      }
      const last = found.at(-1);
      if (!last || found.length < PORTION) return;
      const payload = { integrationId, after: last.installation.id };
      await s.events.add(eventOf('integration.always.changed', { id: newId(), projectId, time, payload }));
    });
  };
}
