import nats from 'nats';
import type { Consumer, JetStreamManager, NatsConnection, StreamConfig } from 'nats';
import type { Service } from './catalog.ts';
import type { NatsNames } from './nats_names.ts';

/**
 * The stream and its consumers, made when they are missing: at the start, and whenever a server comes back without its
 * store. Only what nats-server 2.9 knows (Debian 12 has 2.9.10): one filter a consumer, hence a subject for each.
 *
 * A message is done when it is handed out (`AckPolicy.None`): the true acknowledgement goes to the outbox, and
 * a second one here would only add another clock that redelivers. For the same reason ten minutes of messages suffice;
 * by then the outbox has rung again.
 */
const KEPT = 10 * 60_000;
const DUPLICATES = 2 * 60_000;
const MAX_BYTES = 256 * 1024 * 1024;
const STREAM_NAME_IN_USE = 10058;

export async function ensureStream(
  connection: NatsConnection,
  names: NatsNames,
  replicas: number,
): Promise<JetStreamManager> {
  const manager = await connection.jetstreamManager();
  const config: Partial<StreamConfig> & { name: string } = {
    name: names.stream,
    subjects: [names.events],
    retention: nats.RetentionPolicy.Limits,
    storage: nats.StorageType.File,
    discard: nats.DiscardPolicy.Old,
    max_age: nats.nanos(KEPT),
    max_bytes: MAX_BYTES,
    duplicate_window: nats.nanos(DUPLICATES),
    num_replicas: replicas,
  };
  await manager.streams.add(config).catch(async (err: unknown) => {
    if ((err as { api_error?: { err_code?: number } }).api_error?.err_code !== STREAM_NAME_IN_USE) throw err;
    await manager.streams.update(names.stream, config); // an older version of Causeway made it
  });
  return manager;
}

/** The pull consumer that all replicas of a service share. */
export async function ensureConsumer(
  connection: NatsConnection,
  names: NatsNames,
  consumer: Service,
  replicas: number,
): Promise<Consumer> {
  const manager = await ensureStream(connection, names, replicas);
  await manager.consumers.add(names.stream, {
    durable_name: consumer,
    filter_subject: names.event(consumer),
    ack_policy: nats.AckPolicy.None,
    deliver_policy: nats.DeliverPolicy.All,
  });
  return connection.jetstream().consumers.get(names.stream, consumer);
}
