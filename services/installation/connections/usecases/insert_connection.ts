import type { Audit, By } from '../../../../lib/audit/audit.ts';
import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { QuotaStore } from '../../domain/quota.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { FullConnection, SecretConnection, PartyStore, ConnectionStore } from '../domain/connection.ts';
import { connectionEvent } from './connection_event.ts';
import { reserveConnection } from './connection_quotas.ts';

type Deps = {
  stores: Transacting<{
    groups: PartyStore;
    consumers: PartyStore;
    connections: ConnectionStore;
    events: OutboxStore;
    quotas: QuotaStore;
  }>;
  clock: Clock;
  newId: NewId;
  audit: Audit<'installation'>;
};

type People = { projectId: string; groupRef: string; groupName: string; consumerRef: string; consumerName: string };
export type InsertConnection = ReturnType<typeof makeInsertConnection>;

/** Stores a connection. Creates or renames its group and consumer in the same transaction. Throws unprocessable (the quotas). */
export function makeInsertConnection({ stores, clock, newId, audit }: Deps) {
  return async function insertConnection(
    by: By,
    people: People,
    connection: SecretConnection,
  ): Promise<FullConnection> {
    const { projectId, groupRef, groupName, consumerRef, consumerName } = people;
    return stores.transaction(async (s) => {
      const time = clock.now();
      await reserveConnection(s, people);
      await s.groups.upsert(projectId, { ref: groupRef, name: groupName, time });
      await s.consumers.upsert(projectId, { ref: consumerRef, name: consumerName, time });
      await s.connections.insert(connection);
      const stored = await s.connections.find(projectId, connection.id);
      if (!stored) throw new Error('The connection is not there after it was inserted.');
      const about = { ...connection, consumerName: stored.consumer.name };
      await s.events.add(connectionEvent('connection.created', about, { eventId: newId(), time }));
      const what = { projectId, targetId: connection.id, targetName: connection.provider };
      await audit(s.events, by, { action: 'connection.created', ...what });
      return stored;
    });
  };
}
