import { eventOf, type EventOf } from '../../../../lib/events/event.ts';
import type { ConnectionBlock } from '../../../../lib/events/payloads.ts';
import type { Connection } from '../domain/connection.ts';

type About = Pick<Connection, 'id' | 'projectId' | 'provider' | 'groupRef' | 'consumerRef'> & { consumerName: string };
type When = { eventId: string; time: number };
type PlainType = 'connection.created' | 'connection.updated' | 'connection.deleted' | 'connection.refreshed';

export function connectionEvent<T extends PlainType>(type: T, connection: About, { eventId, time }: When): EventOf<T> {
  return eventOf(type, { id: eventId, projectId: connection.projectId, time, payload: blockOf(connection) });
}

/** `errors` are safe for the builder: they may quote the provider, but never contain a credential. */
export function connectionErrorEvent(
  connection: About,
  errors: string[],
  { eventId, time }: When,
): EventOf<'connection.error'> {
  const payload = { ...blockOf(connection), errors, error: errors };
  return eventOf('connection.error', { id: eventId, projectId: connection.projectId, time, payload });
}

function blockOf({ id, projectId, provider, groupRef, consumerRef, consumerName }: About): ConnectionBlock {
  return { projectId, connectionId: id, provider, groupRef, consumerRef, consumerName };
}
