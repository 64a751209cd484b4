import type { Consumer, JetStreamManager, NatsConnection, StreamConfig } from 'nats';
import nats from 'nats';
import type { Service } from '../trust/arrows.ts';
import type { ProcessTrust } from '../trust/trust.ts';
import type { NatsNames } from './nats_names.ts';
import { STREAM_OWNER } from './nats_rights.ts';

/**
 * Creates the stream and its consumers when they are missing: at start-up, and when a server restarts without its
 * store. It uses only features of nats-server 2.9 (Debian 12 has 2.9.10). That version allows one filter per consumer,
 * so each consumer has its own subject.
 *
 * Messages need no acknowledgement in NATS (`AckPolicy.None`): the acknowledgement that counts goes to the outbox, and
 * a second acknowledgement would only add another redelivery timer. The outbox keeps the events, so the stream keeps
 * messages for ten minutes only; by then the relay has published again.
 */
const MAX_AGE_MS = 10 * 60_000;
const DUPLICATE_WINDOW_MS = 2 * 60_000;
const MAX_BYTES = 256 * 1024 * 1024;
const STREAM_NAME_IN_USE = 10058;

type StreamOptions = { names: NatsNames; replicas: number; trust: Pick<ProcessTrust, 'process'> };

export async function ensureStream(
  connection: NatsConnection,
  { names, replicas, trust }: StreamOptions,
): Promise<JetStreamManager> {
  const manager = await connection.jetstreamManager({ checkAPI: false });
  const config = streamConfig(names, replicas);
  await manager.streams.add(config).catch(async (err: unknown) => {
    if ((err as { api_error?: { err_code?: number } }).api_error?.err_code !== STREAM_NAME_IN_USE) throw err;
    // An older version of Causeway may have created the stream with another configuration.
    if (trust.process === STREAM_OWNER) await manager.streams.update(names.stream, config);
  });
  return manager;
}

export function streamConfig(names: NatsNames, replicas: number): Partial<StreamConfig> & { name: string } {
  return {
    name: names.stream,
    subjects: [names.events],
    retention: nats.RetentionPolicy.Limits,
    storage: nats.StorageType.File,
    discard: nats.DiscardPolicy.Old,
    max_age: nats.nanos(MAX_AGE_MS),
    max_bytes: MAX_BYTES,
    duplicate_window: nats.nanos(DUPLICATE_WINDOW_MS),
    num_replicas: replicas,
  };
}

/** The pull consumer shared by all replicas of a service. */
export async function ensureConsumer(
  connection: NatsConnection,
  options: StreamOptions,
  consumer: Service,
): Promise<Consumer> {
  const { names } = options;
  const manager = await ensureStream(connection, options);
  await manager.consumers.add(names.stream, {
    durable_name: consumer,
    filter_subject: names.event(consumer),
    ack_policy: nats.AckPolicy.None,
    deliver_policy: nats.DeliverPolicy.All,
  });
  return connection.jetstream().consumers.get(names.stream, consumer);
}
