import { Buffer } from 'node:buffer';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Msg, NatsConnection, Subscription as NatsSubscription } from 'nats';
import nats from 'nats';
import { stringifyJson } from '../json/json.ts';
import type { Log } from '../log/log.ts';
import type { Service } from '../trust/arrows.ts';
import { createRefusals, type Refusals } from '../trust/refusals.ts';
import type { BatchSeal, SignedMessage } from '../trust/signed_batches.ts';
import type { ProcessTrust } from '../trust/trust.ts';
import type { BusSubscription, EventBus, EventPublication } from './bus.ts';
import { inProcessBus } from './in_process_bus.ts';
import { type NatsLink, natsLink } from './nats_link.ts';
import { type NatsNames, natsNames } from './nats_names.ts';
import { type MessagePump, startPump } from './nats_pump.ts';
import { receiveAck, receiveEvent } from './nats_receive.ts';
import { HEADER_BYTES, headersOf } from './nats_seals.ts';
import { ensureConsumer, ensureStream } from './nats_stream.ts';

/**
 * The bus of the services form. Events go through JetStream, so that a service that restarts still receives them;
 * acknowledgements and wake-ups go through core NATS, which drops them when nobody subscribes. Delivery depends on
 * neither (bus.ts): if the server dies, loses its data or is unreachable, the relay publishes again from the outbox.
 *
 * The server may have stored a message although the publish timed out. The message id consists of event, consumer and
 * publication number. So the server drops a retry within its duplicate window, while the next publication is a new
 * message.
 */
export type NatsBusOptions = {
  /** `nats://host:port`, comma-separated; the first may hold `user:password@` or `token@` for all. */
  url: string;
  log: Log;
  /** Signs the messages that this process sends, and checks the signatures of the messages that it receives. */
  trust: ProcessTrust;
  /** Separates deployments on one server: a lower-case word. */
  prefix?: string;
  /** JetStream replication factor. */
  replicas?: number;
};

const PUBLISH_TIMEOUT_MS = 2_000;
/**
 * A server that does not answer a publish for this long may be frozen. The client's pings notice it after ten seconds.
 */
const SLOW_MS = 1_000;

type BusDeps = {
  link: NatsLink;
  names: NatsNames;
  replicas: number;
  log: Log;
  trust: ProcessTrust;
  refusals: Refusals;
};

/** Connects in the background. Until connected, `publish` throws and subscriptions wait. */
export function natsBus({ url, log, trust, prefix = 'causeway', replicas = 1 }: NatsBusOptions): EventBus {
  const names = natsNames(prefix);
  const link = natsLink(url, { log, inbox: names.inbox(trust.process) });
  const wiring = { link, names, replicas, log, trust, refusals: createRefusals(log) };
  const pumps = new Set<MessagePump>();
  const localWakes = inProcessBus();
  link.onConnectOrReconnect(() => {
    for (const pump of pumps) pump.reset();
  });

  return {
    async publish(publications) {
      const slow = setTimeout(link.noteFailure, SLOW_MS);
      try {
        await publishBatch(wiring, publications);
      } catch (err) {
        link.noteFailure();
        throw err;
      } finally {
        clearTimeout(slow);
      }
    },
    async subscribe(consumer, handler) {
      const pump = startPump({
        log,
        open: () => openConsumer(wiring, consumer),
        onMessage: (message) => receiveEvent(message, handler, wiring),
        onFailure: link.noteFailure,
      });
      pumps.add(pump);
      return { stop: () => pump.stop().finally(() => pumps.delete(pump)) };
    },
    ack(producer, consumer, eventIds) {
      publishSealed(wiring, { subject: names.ack(producer), body: JSON.stringify({ consumer, ids: eventIds }) });
    },
    onAck: (producer, handler) =>
      subscribeAlways(link, names.ack(producer), { queue: producer }, (message) =>
        receiveAck(message, handler, wiring),
      ),
    wake(topic) {
      publishUnconfirmed(wiring, names.wake(topic));
      if (!link.isHealthy()) localWakes.wake(topic);
    },
    onWake(topic, handler) {
      const local = localWakes.onWake(topic, handler);
      const remote = subscribeAlways(link, names.wake(topic), {}, handler);
      return { stop: async () => void (await Promise.all([local.stop(), remote.stop()])) };
    },
    isLocal: false,
    isConnected: () => link.current() !== undefined,
    isHealthy: link.isHealthy,
    async close() {
      await Promise.all([...pumps].map((pump) => pump.stop()));
      await Promise.all([link.close(), localWakes.close()]);
    },
  };
}

/**
 * Sends a message that may be lost. The client throws when the connection has just closed; the caller must not fail.
 */
function publishUnconfirmed({ link, log }: BusDeps, subject: string, body?: string, seal?: BatchSeal): void {
  try {
    const headers = headersOf(seal);
    link.current()?.publish(subject, body, headers && { headers });
  } catch (err) {
    log.debug('message to the bus dropped', { subject, err });
  }
}

function publishSealed(wiring: BusDeps, message: SignedMessage): void {
  const [seal] = wiring.trust.sign([message]);
  publishUnconfirmed(wiring, message.subject, message.body, seal);
}

type IdentifiedMessage = SignedMessage & { msgID: string };

async function publishBatch(wiring: BusDeps, publications: readonly EventPublication[]): Promise<void> {
  const { link, names, log, trust } = wiring;
  const connection = link.current();
  if (!connection) throw new Error('NATS is not connected.');
  const fits = sizeCheck(connection, log);
  const messages = publications.flatMap((publication) => toMessages(names, publication)).filter(fits);
  const seals = trust.sign(messages);
  await sendMessages(connection, messages, seals).catch(async (err: unknown) => {
    if ((err as { code?: string }).code !== nats.ErrorCode.NoResponders) throw err;
    await ensureStream(connection, wiring);
    await sendMessages(connection, messages, seals);
  });
}

async function sendMessages(
  connection: NatsConnection,
  messages: IdentifiedMessage[],
  seals: BatchSeal[],
): Promise<void> {
  const stream = connection.jetstream();
  await Promise.all(
    messages.map(({ subject, body, msgID }, at) => {
      const headers = headersOf(seals[at]);
      return stream.publish(subject, body, { msgID, timeout: PUBLISH_TIMEOUT_MS, ...(headers && { headers }) });
    }),
  );
}

function toMessages(names: NatsNames, { event, producer, consumers, attempt }: EventPublication): IdentifiedMessage[] {
  const body = stringifyJson({ producer, event });
  return consumers.map((consumer) => ({
    subject: names.event(consumer),
    body,
    msgID: `${event.id}:${consumer}:${attempt}`,
  }));
}

/**
 * A filter that drops and logs messages larger than the server's `max_payload`, so that one oversized event does not
 * block the rest of its batch.
 */
function sizeCheck(connection: NatsConnection, log: Log) {
  const limit = connection.info?.max_payload ?? Infinity;
  return ({ body, msgID }: IdentifiedMessage): boolean => {
    const fits = Buffer.byteLength(body) + HEADER_BYTES < limit;
    if (!fits) log.error('event too large for the bus', { msgID, limit });
    return fits;
  };
}

async function openConsumer(wiring: BusDeps, consumer: Service) {
  const connection = wiring.link.current();
  return connection && ensureConsumer(connection, wiring, consumer);
}

/** Subscribes on each new connection. When a connection reconnects, the client subscribes again by itself. */
function subscribeAlways(
  link: NatsLink,
  subject: string,
  options: { queue?: string },
  onMessage: (message: Msg) => void,
): BusSubscription {
  const state: { stopped: boolean; subscription?: NatsSubscription } = { stopped: false };
  link.onConnect((connection) => {
    if (state.stopped) return;
    state.subscription = connection.subscribe(subject, {
      ...options,
      callback: (err, message) => {
        if (!err) onMessage(message);
      },
    });
  });
  return {
    async stop() {
      state.stopped = true;
      if (state.subscription && !state.subscription.isClosed()) state.subscription.unsubscribe();
    },
  };
}
