import type { SecretConnection } from '../domain/connection.ts';
import { LOST_ANSWER } from '../domain/refresh_spend.ts';
import { connectionErrorEvent } from './connection_event.ts';
import type { Deps } from './deps.ts';

export type NoteLostAnswer = ReturnType<typeof makeNoteLostAnswer>;

/** What follows, for whoever hears of it while the access token is still good. */
const WHAT_NEXT =
  'The access token is used as long as it is good, and then the old refresh token is tried once more. ' +
  'Where the provider takes each only once, let the customer connect again.';

/**
 * The one before us died between asking and storing. Says so once: in the row, to the builder by a connection.error that
 * leaves the status as it is, and to whoever runs Causeway.
 */
export function makeNoteLostAnswer({ stores, clock, newId, log }: Deps) {
  return async function noteLostAnswer(
    connection: SecretConnection,
    fence: number,
    leaseMillis: number,
  ): Promise<boolean> {
    const { projectId, id, generation, provider } = connection;
    const noted = await stores.transaction(async (s) => {
      const holder = { fence, generation };
      if (!(await s.connections.noteSpend(projectId, id, holder, 'lost', leaseMillis))) return false;
      const full = await s.connections.find(projectId, id);
      const about = { ...connection, consumerName: full?.consumer.name ?? '' };
      const when = { eventId: newId(), time: clock.now() };
      await s.events.add(connectionErrorEvent(about, [LOST_ANSWER, WHAT_NEXT], when));
      return true;
    });
    if (noted) log.error('the answer to a token renewal is lost', { projectId, connectionId: id, provider });
    return noted;
  };
}
