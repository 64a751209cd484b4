import type { Audit, By } from '../../../lib/audit/audit.ts';
import { type EventOf, eventOf } from '../../../lib/events/event.ts';
import type { ConnectionBlock } from '../../../lib/events/payloads.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { QuotaStore } from '../quota.ts';
import { checkRefs } from '../refs.ts';
import { workspaceOf } from './account.ts';
import type { Connection, ConnectionStore, FullConnection, PartyStore, SecretConnection } from './connection.ts';

type Stores = { quotas: QuotaStore };

type Owner = { projectId: string; groupRef: string };

/**
 * Locks both quotas of connections. A transaction calls it before it touches groups and consumers: all transactions lock
 * in the same order, so that none waits for another in a circle. Throws unprocessable; the locks are held then, too.
 */
export async function reserveConnection(s: Stores, { projectId, groupRef }: Owner): Promise<void> {
  await s.quotas.reserve('connections', { projectId });
  await s.quotas.reserve('connectionsOfGroup', { projectId, groupRef });
}

/** The early answer, before a customer goes to the provider. Throws unprocessable. */
export async function checkConnectionQuotas(s: Stores, { projectId, groupRef }: Owner): Promise<void> {
  await s.quotas.check('connections', { projectId });
  await s.quotas.check('connectionsOfGroup', { projectId, groupRef });
}

type InsertStores = WithOutbox<Stores & { groups: PartyStore; consumers: PartyStore; connections: ConnectionStore }>;
type Deps = Given<InsertStores> & { audit: Audit<'installation'> };

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
      await s.outbox.add(connectionEvent('connection.created', about, { eventId: newId(), time }));
      const what = { projectId, targetId: connection.id, targetName: connection.provider };
      await audit(s.outbox, by, { action: 'connection.created', ...what });
      return stored;
    });
  };
}

type Parties = {
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
};

/** Validates the refs and names of a request to connect. Throws invalidArgument. */
export function checkParties({ groupRef, groupName, consumerRef, consumerName, ...account }: Parties): void {
  const providerWorkspaceRef = workspaceOf(account);
  const optional = ['groupName', 'consumerName', 'providerWorkspaceRef'];
  checkRefs({ groupRef, consumerRef, groupName, consumerName, providerWorkspaceRef }, optional);
}

type About = Pick<Connection, 'id' | 'projectId' | 'provider' | 'groupRef' | 'consumerRef'> & { consumerName: string };
type When = { eventId: string; time: number };
type ConnectionChangeType = 'connection.created' | 'connection.updated' | 'connection.deleted' | 'connection.refreshed';

export function connectionEvent<T extends ConnectionChangeType>(
  type: T,
  connection: About,
  { eventId, time }: When,
): EventOf<T> {
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
