import { eventOf, type EventOf } from '../../../lib/events/event.ts';
import type { Deps } from './deps.ts';

export type SpreadRevision = ReturnType<typeof makeSpreadRevision>;

/** How many installations one transaction tells of: each is a row of the outbox. */
const PORTION = 200;

/**
 * What is read for everyone has changed, and every installation of the integration must hear it at once, however many
 * there are. So the news goes on in portions: each event tells some installations and leaves the next event behind,
 * both in one transaction. A crash repeats a portion or goes on with the next; it never loses one.
 */
export function makeSpreadRevision({ stores, newId }: Pick<Deps, 'stores' | 'newId'>) {
  return async function spreadRevision({
    id,
    projectId,
    time,
    payload: { integrationId, after = '' },
  }: EventOf<'integration.always.changed'>): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id))) return;
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
