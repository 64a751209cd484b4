import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Log } from '../../../../lib/log/log.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { SecretConnection, ConnectionStore } from '../domain/connection.ts';
import { connectionErrorEvent } from './connection_event.ts';

type Deps = {
  stores: Transacting<{ connections: ConnectionStore; events: OutboxStore }>;
  clock: Clock;
  newId: NewId;
  log: Log;
};

export type MarkBad = ReturnType<typeof makeMarkBad>;

/** Marks the credentials of one generation as bad and emits connection.error. Concurrent callers emit it only once. */
export function makeMarkBad({ stores, clock, newId, log }: Deps) {
  return async function markBad(connection: SecretConnection, errors: string[]): Promise<void> {
    const { projectId, id, generation } = connection;
    const marked = await stores.transaction(async (s) => {
      const time = clock.now();
      if (!(await s.connections.markBad(projectId, id, generation, time))) return false;
      const full = await s.connections.find(projectId, id);
      const about = { ...connection, consumerName: full?.consumer.name ?? '' };
      await s.events.add(connectionErrorEvent(about, errors, { eventId: newId(), time }));
      return true;
    });
    if (marked)
      log.warn('connection has bad credentials', { projectId, connectionId: id, provider: connection.provider });
  };
}

export function badCredentials(cause?: unknown): Problem {
  return new Problem('unprocessable', 'The provider does not accept the credentials of this connection.', {
    remedy: 'Let the customer connect again.',
    cause,
  });
}
