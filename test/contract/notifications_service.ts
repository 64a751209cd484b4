import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { readSettings } from '../../lib/config/settings.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import type { EventBus } from '../../lib/events/bus.ts';
import { eventCatalog } from '../../lib/events/catalog.ts';
import { type CausewayEvent, type EventOf, eventOf } from '../../lib/events/event.ts';
import { inProcessBus } from '../../lib/events/in_process_bus.ts';
import { natsBus } from '../../lib/events/nats_bus.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { type Call, systemCall } from '../../lib/rpc/call.ts';
import { type RpcConnection, rpcClient } from '../../lib/rpc/client.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import type { ServiceHandlers } from '../../lib/rpc/services.ts';
import { logTelemetry } from '../../lib/telemetry/log_telemetry.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { settings } from '../../services/notifications/config.ts';
import { start } from '../../services/notifications/service.ts';
import type { TestEngine } from '../support/engines.ts';
import { sharedNats } from '../support/shared_server.ts';
import { sharedTrust } from '../support/trust.ts';

/**
 * The whole notifications service as its neighbours see it: its port, the bus, a fake reads that serves `bodies`, and
 * loopback receivers. On SQLite with the in-process bus and on MariaDB with NATS, like the two forms.
 */
export type NotificationsService = {
  client: RpcConnection<'notifications'>;
  call(): Call;
  projectId: string;
  /** The bodies in reads, by message id. */
  bodies: Map<string, string>;
  reads: { isUnavailable: boolean };
  /** The events that reads and installation received. */
  heard: CausewayEvent[];
  settled(): string[];
  /** Messages that are held, by the latest of their events. */
  held(): string[];
  emit(event: CausewayEvent): Promise<void>;
  /** Creates a webhook destination; returns its id and its signing key. */
  addDestination(name: string, url: string, headers?: Record<string, string>): Promise<{ id: string; key: string }>;
  addPage(destinationName: string, count: number): Promise<string[]>;
  route(eventType: string, destinationIds: string[], topicName?: string): Promise<string>;
  /** Adds a replica on the same database and bus (MariaDB only: an SQLite database has one owner). */
  addReplica(): Promise<void>;
  stop(): Promise<void>;
};

const TOKEN = 'test-token';

export async function startNotifications(
  engine: TestEngine,
  environment: Record<string, string> = {},
): Promise<NotificationsService> {
  const database = await engine.open();
  const openBus = busesFor(engine);
  const bus = await openBus();
  const bodies = new Map<string, string>();
  const reads = { isUnavailable: false };
  const readsServer = await startReads(bodies, reads);
  const config = readSettings(settings, {
    CAUSEWAY_INTERNAL_TOKEN: TOKEN,
    CAUSEWAY_KEYRING: newKeyring(),
    CAUSEWAY_NOTIFICATIONS_DATABASE_URL: database.url,
    CAUSEWAY_NOTIFICATIONS_HOST: '127.0.0.1',
    CAUSEWAY_NOTIFICATIONS_PORT: '0',
    CAUSEWAY_READS_ADDRESS: readsServer.address,
    CAUSEWAY_OUTBOUND_ALLOW: '127.0.0.1',
    CAUSEWAY_OUTBOUND_ALLOW_HTTP: '1',
    CAUSEWAY_NOTIFICATIONS_DRAIN_MS: '200',
    ...environment,
  });
  const trust = sharedTrust('notifications', TOKEN);
  const service = await start(config, { log: silentLog, clock: systemClock, newId, bus, trust });
  const client = rpcClient('notifications', { address: service.address, trust: sharedTrust('gateway', TOKEN) });
  const call = () => systemCall('test', { newId, clock: systemClock });
  const projectId = newId();
  const { heard, stopListening } = await listen(bus);
  const replicas: { stop(): Promise<void> }[] = [];

  const emit: NotificationsService['emit'] = (event) =>
    bus.publish([{ producer: eventCatalog[event.type].producer, event, consumers: ['notifications'], attempt: 1 }]);
  return {
    client,
    call,
    projectId,
    bodies,
    reads,
    heard,
    emit,
    settled: () => heard.flatMap((event) => (event.type === 'read.messages.settled' ? event.payload.messageIds : [])),
    held() {
      const latest = new Map<string, { seq: number; isHeld: boolean }>();
      for (const event of heard) {
        if (event.type !== 'read.messages.held') continue;
        for (const id of event.payload.messageIds)
          if (event.payload.seq > (latest.get(id)?.seq ?? 0)) latest.set(id, event.payload);
      }
      return [...latest].filter(([, { isHeld }]) => isHeld).map(([id]) => id);
    },
    async addDestination(name, url, headers) {
      const metadataJson = JSON.stringify({ url, ...(headers && { headers }) });
      await client.createDestination(call(), { projectId, name, type: 'webhook', metadataJson });
      const { id, webhookSigningKey } = await client.getDestination(call(), {
        projectId,
        destinationIdOrName: name,
        includeSecrets: true,
      });
      return { id: id ?? '', key: webhookSigningKey ?? '' };
    },
    async addPage(destinationName, count) {
      const messageIds = Array.from({ length: count }, () => newId());
      for (const [n, id] of messageIds.entries())
        bodies.set(id, JSON.stringify({ action: 'read', n, text: 'ünïcode' }));
      await emit(pageCommitted(projectId, destinationName, messageIds));
      return messageIds;
    },
    async route(eventType, destinationIds, topicName = `t-${newId()}`) {
      const topic = await client.createTopic(call(), { projectId, name: topicName });
      await client.createEventTopicRoute(call(), { projectId, eventType, topicId: topic.id ?? '' });
      for (const destinationId of destinationIds) {
        await client.createTopicDestinationRoute(call(), { projectId, topicId: topic.id ?? '', destinationId });
      }
      return topic.id ?? '';
    },
    async addReplica() {
      const itsBus = await openBus();
      const replica = await start(config, { log: silentLog, clock: systemClock, newId, bus: itsBus, trust });
      replicas.push(replica, { stop: () => itsBus.close() });
    },
    async stop() {
      await stopListening();
      client.close();
      for (const replica of replicas) await replica.stop();
      await service.stop();
      await readsServer.stop();
      await bus.close();
      await database.close();
    },
  };
}

export function pageCommitted(
  projectId: string,
  destinationName: string,
  messageIds: string[],
): EventOf<'read.page.committed'> {
  const payload = {
    installationId: newId(),
    objectName: 'contacts',
    operationId: newId(),
    destinationName,
    messageIds,
  };
  return eventOf('read.page.committed', { id: newId(), projectId, time: Date.now(), payload });
}

/** Returns a function that creates buses connected to each other. */
function busesFor(engine: TestEngine): () => Promise<EventBus> {
  const prefix = `t${randomBytes(6).toString('hex')}`;
  if (engine.name === 'sqlite') return async () => inProcessBus();
  return async () => natsBus({ url: await sharedNats(), log: silentLog, prefix, trust: sharedTrust('notifications') });
}

/** Returns at most two bodies per call, so that the caller has to call again. */
function startReads(bodies: Map<string, string>, state: { isUnavailable: boolean }) {
  const handlers = {
    async BatchGetMessages(_call: Call, { messageIds }: { messageIds: string[] }) {
      if (state.isUnavailable) throw new Error('unavailable');
      const found = messageIds.filter((id) => bodies.has(id)).slice(0, 2);
      return { messages: found.map((id) => ({ id, body: Buffer.from(bodies.get(id) ?? '') })) };
    },
  };
  return startRpcServer({
    service: 'reads',
    handlers: handlers as unknown as ServiceHandlers<'reads'>,
    port: 0,
    host: '127.0.0.1',
    trust: sharedTrust('reads', TOKEN),
    log: silentLog,
    telemetry: logTelemetry(silentLog, 'info'),
  });
}

async function listen(bus: EventBus): Promise<{ heard: CausewayEvent[]; stopListening(): Promise<void> }> {
  const heard: CausewayEvent[] = [];
  const seen = new Set<string>();
  const listeners = await Promise.all(
    (['reads', 'installation'] as const).map((consumer) =>
      bus.subscribe(consumer, async (event, producer) => {
        if (!seen.has(event.id)) heard.push(event);
        seen.add(event.id);
        bus.ack(producer, consumer, [event.id]);
      }),
    ),
  );
  return { heard, stopListening: async () => void (await Promise.all(listeners.map((listener) => listener.stop()))) };
}
