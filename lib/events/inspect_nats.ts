import { randomUUID } from 'node:crypto';
import type { ConsumerInfo, NatsConnection, NatsError, StreamInfo } from 'nats';
import nats from 'nats';
import type { ProcessName, Service } from '../trust/arrows.ts';
import { SERVICES } from '../trust/arrows.ts';
import { connectionOptions } from './nats_link.ts';
import { natsNames } from './nats_names.ts';
import { rightsOf } from './nats_rights.ts';
import { streamConfig } from './nats_stream.ts';
import { wakeTopics } from './wake_topics.ts';

/**
 * Checks a NATS server for `causeway doctor`, with the credentials of a process. The check sends no event and changes
 * nothing on the server.
 */
export type NatsFacts = {
  version: string;
  hasJetStream: boolean;
  /** `other`: the stream has another configuration. `unknown`: the server refused to tell. */
  stream: 'asExpected' | 'other' | 'missing' | 'unknown';
  /** Unix ms; undefined from a server before 2.10. */
  serverTime: number | undefined;
  /** Rights that the process needs and its user does not have, such as `subscribe causeway.ack.reads`. */
  missing: string[];
  /** Rights that the user has and the process does not need. */
  needless: string[];
};

const STREAM_NOT_FOUND = 10059;
const CONSUMER_NOT_FOUND = 10014;
const STREAM_NAME_IN_USE = 10058;
const UNKNOWN_TIME = '0001-01-01';

/**
 * @param url in the format of CAUSEWAY_NATS_URL
 * @param process the process whose user is in `url`; undefined for another user, whose rights are not checked
 * Throws NatsError when the server is unreachable or refuses the user, StartFault for an invalid address.
 */
export async function inspectNats(url: string, process: ProcessName | undefined, prefix: string): Promise<NatsFacts> {
  const inbox = process && { inboxPrefix: natsNames(prefix).inbox(process) };
  const connection = await nats.connect({ ...connectionOptions(url), ...inbox, reconnect: false });
  const refused = listenForRefusals(connection);
  try {
    const { version = '', jetstream: hasJetStream = false } = connection.info ?? {};
    const asked = hasJetStream
      ? await askStream(connection, process, prefix)
      : { stream: 'unknown' as const, serverTime: undefined };
    const rights = process ? await askRights(connection, refused, { process, prefix }) : { missing: [], needless: [] };
    return { version, hasJetStream, ...asked, ...rights };
  } finally {
    await connection.close();
  }
}

/** Returns a set. Each later refusal of the server adds `publish <subject>` or `subscribe <subject>` to it. */
function listenForRefusals(connection: NatsConnection): Set<string> {
  const refused = new Set<string>();
  void (async () => {
    for await (const { permissionContext: about } of connection.status())
      if (about) refused.add(`${about.operation === 'publish' ? 'publish' : 'subscribe'} ${about.subject}`);
  })();
  return refused;
}

type StreamFacts = Pick<NatsFacts, 'stream' | 'serverTime'>;

/**
 * If `process` is undefined, the user may read the stream. The user of a process may not read the stream: it may only
 * read its own consumer and create the stream.
 */
async function askStream(
  connection: NatsConnection,
  process: ProcessName | undefined,
  prefix: string,
): Promise<StreamFacts> {
  const { stream } = natsNames(prefix);
  const manager = await connection.jetstreamManager({ checkAPI: false });
  try {
    if (!process) return compareStream(await manager.streams.info(stream), prefix);
    const consumer = await manager.consumers.info(stream, process).catch((err: unknown) => {
      if (codeOf(err) === CONSUMER_NOT_FOUND) return undefined;
      throw err;
    });
    // The stream exists, so the server only compares the stream's configuration with the given configuration and
    // changes nothing.
    const info = await manager.streams.add(streamConfig(natsNames(prefix), 1));
    return { ...compareStream(info, prefix), serverTime: timeOf(consumer) ?? timeOf(info) };
  } catch (err) {
    const code = codeOf(err);
    const told = code === STREAM_NOT_FOUND ? 'missing' : code === STREAM_NAME_IN_USE ? 'other' : 'unknown';
    return { stream: told, serverTime: undefined };
  }
}

function compareStream(info: StreamInfo, prefix: string): StreamFacts {
  const wanted = Object.entries(streamConfig(natsNames(prefix), 1));
  const found = info.config as unknown as Record<string, unknown>;
  const isSame = wanted.every(([name, value]) => JSON.stringify(found[name]) === JSON.stringify(value));
  return { stream: isSame ? 'asExpected' : 'other', serverTime: timeOf(info) };
}

/** Reads `ts`, the server's time in the answer, which the client's types do not have yet. Returns Unix ms. */
function timeOf(info: StreamInfo | ConsumerInfo | undefined): number | undefined {
  const { ts = UNKNOWN_TIME } = (info ?? {}) as { ts?: string };
  return ts.startsWith(UNKNOWN_TIME) ? undefined : Date.parse(ts);
}

function codeOf(err: unknown): number | undefined {
  return (err as NatsError).api_error?.err_code;
}

/**
 * Tries each right. It subscribes for a moment, and publishes only messages that do no harm: a wake only makes a loop
 * poll earlier, and the requests to delete or purge a stream name a stream that does not exist. It publishes no event
 * and no acknowledgement, so it does not notice a missing right to publish events or acknowledgements.
 */
async function askRights(
  connection: NatsConnection,
  refused: ReadonlySet<string>,
  { process, prefix }: { process: ProcessName; prefix: string },
): Promise<Pick<NatsFacts, 'missing' | 'needless'>> {
  const names = natsNames(prefix);
  const own = rightsOf(process, prefix);
  const none = `${names.stream}_${randomUUID().slice(0, 8).toUpperCase()}`;
  const wakes = process === 'gateway' ? [] : wakeTopics[process].map(names.wake);
  const needed = [
    ...own.subscribe.filter((subject) => !subject.endsWith('>')).map((subject) => `subscribe ${subject}`),
    ...wakes.map((subject) => `publish ${subject}`),
  ];
  const others = [
    ...SERVICES.map((service: Service) => `subscribe ${names.event(service)}`),
    `publish ${prefix}.doctor`,
    `publish $JS.API.STREAM.INFO.${names.stream}`,
    `publish $JS.API.STREAM.PURGE.${none}`,
    `publish $JS.API.STREAM.DELETE.${none}`,
  ];
  for (const right of [...needed, ...others]) requestRight(connection, right);
  // The server answers in order, so every refusal has arrived after the first flush. The second lets the listener run.
  await connection.flush();
  await connection.flush();
  return {
    missing: needed.filter((right) => refused.has(right)),
    needless: others.filter((right) => !refused.has(right)),
  };
}

function requestRight(connection: NatsConnection, right: string): void {
  const [action, subject = ''] = right.split(' ');
  if (action === 'publish') connection.publish(subject);
  else connection.subscribe(subject, { callback: () => {} }).unsubscribe();
}
