import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { SecretConnection, ConnectionStore } from '../../connections/domain/connection.ts';
import { LOST_ANSWER } from '../../connections/domain/refresh_spend.ts';
import { connectionErrorEvent } from '../../connections/usecases/connection_event.ts';

type Deps = {
  stores: Transacting<{ connections: ConnectionStore; events: OutboxStore }>;
  clock: Clock;
  newId: NewId;
  log: Log;
};

export type NoteLostAnswer = ReturnType<typeof makeNoteLostAnswer>;

/** The consequences, for a builder who reads the event while the access token is still valid. */
const WHAT_NEXT =
  'The access token is used until it expires; then the old refresh token is tried once more. ' +
  'If the provider accepts each refresh token only once, let the customer connect again.';

/**
 * The previous holder of the lease died between sending the refresh token and storing the response. Reports this once:
 * in the row, as a connection.error that does not change the status, and in the log. False when the lease was lost.
 */
export function makeNoteLostAnswer({ stores, clock, newId, log }: Deps) {
  return async function noteLostAnswer(connection: SecretConnection, fence: number, leaseMs: number): Promise<boolean> {
    const { projectId, id, generation, provider } = connection;
    const noted = await stores.transaction(async (s) => {
      const holder = { fence, generation };
      if (!(await s.connections.noteSpend(projectId, id, holder, 'lost', leaseMs))) return false;
      const full = await s.connections.find(projectId, id);
      const about = { ...connection, consumerName: full?.consumer.name ?? '' };
      const when = { eventId: newId(), time: clock.now() };
      await s.events.add(connectionErrorEvent(about, [LOST_ANSWER, WHAT_NEXT], when));
      return true;
    });
    if (noted) log.error('the response to a token refresh is lost', { projectId, connectionId: id, provider });
    return noted;
  };
}
