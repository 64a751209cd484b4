import type { ConnectionOptions, NatsConnection } from 'nats';
import nats from 'nats';
import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';
import { StartFault } from '../problem/start_fault.ts';

/**
 * One connection to NATS that always reconnects and needs no server at start-up. The client is configured to reconnect
 * forever (by default it gives up after twenty seconds) and to detect a silent server within ten seconds. If the
 * connection closes nevertheless, a new client connects. The client drops messages that are published while it is
 * disconnected. So `current` is then undefined, and the caller knows at once that the bus is unavailable.
 */
export type NatsLink = {
  /** The current connection; undefined while disconnected. */
  current(): NatsConnection | undefined;
  /** True when connected, and without a failure for 10 s. The first connection makes it true at once. */
  isHealthy(): boolean;
  /** Records that a request failed although there is a connection: events may be stuck or lost. */
  noteFailure(): void;
  /** Runs `hook` for the current and every new connection, not after reconnects: core subscriptions survive these. */
  onConnect(hook: (connection: NatsConnection) => void): void;
  /** Runs `hook` after every connect and reconnect, because the server may have lost earlier requests. */
  onConnectOrReconnect(hook: () => void): void;
  close(): Promise<void>;
};

const RECONNECT_AFTER_MS = 500;
/** A fallback poll: a connection that closes wakes the loop. */
const CHECK_EVERY_MS = 10_000;
/** Events that were published shortly before a failure may be lost; the relay publishes them again after this time. */
const SUSPECT_MS = 10_000;

type LinkState = { connection?: NatsConnection | undefined; up: boolean; closed: boolean; suspectUntil: number };

/** Throws StartFault for an invalid address. */
export function natsLink(url: string, { log, inbox }: { log: Log; inbox: string }): NatsLink {
  const options = { ...connectionOptions(url), inboxPrefix: inbox };
  const state: LinkState = { up: false, closed: false, suspectUntil: 0 };
  const connectHooks: ((connection: NatsConnection) => void)[] = [];
  const backHooks: (() => void)[] = [];

  /** Returns the time to the next round, in ms. The loop's own interval is short, because it bounds the back-off. */
  async function connect(): Promise<number> {
    if (state.connection) return CHECK_EVERY_MS;
    try {
      const connection = await nats.connect(options);
      if (state.closed) await connection.close();
      else use(connection);
      return CHECK_EVERY_MS;
    } catch (err) {
      noteFailure();
      throw err;
    }
  }

  function use(connection: NatsConnection): void {
    state.connection = connection;
    state.up = true;
    log.info('NATS connected', { server: connection.getServer() });
    for (const hook of connectHooks) hook(connection);
    for (const hook of backHooks) hook();
    watch(connection).catch((err: unknown) => log.warn('NATS status lost', { err }));
    void connection.closed().then((err) => {
      lose();
      state.connection = undefined;
      if (state.closed) return;
      log.warn('NATS connection closed, reconnecting', { err });
      loop.wakeAfter(RECONNECT_AFTER_MS);
    });
  }

  function noteFailure(): void {
    state.suspectUntil = performance.now() + SUSPECT_MS;
  }

  function lose(): void {
    state.up = false;
    noteFailure();
  }

  async function watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === nats.Events.Disconnect) {
        lose();
        log.warn('NATS disconnected');
      }
      if (type === nats.Events.Reconnect) {
        noteFailure();
        state.up = true;
        log.info('NATS reconnected');
        for (const hook of backHooks) hook();
      }
    }
  }

  const loop = startLoop({ name: 'NATS connection', everyMs: RECONNECT_AFTER_MS, log, round: connect });
  return {
    current: () => (state.up ? state.connection : undefined),
    isHealthy: () => state.up && performance.now() >= state.suspectUntil,
    noteFailure,
    onConnect(hook) {
      connectHooks.push(hook);
      if (state.connection) hook(state.connection);
    },
    onConnectOrReconnect: (hook) => void backHooks.push(hook),
    async close() {
      state.closed = true;
      const stopped = loop.stop();
      await state.connection?.close();
      await stopped;
    },
  };
}

/** Throws StartFault for an invalid address. */
export function connectionOptions(urls: string): ConnectionOptions {
  const servers = urls.split(',').map((url) => new URL(url.trim()));
  if (servers.some(({ protocol }) => protocol !== 'nats:' && protocol !== 'tls:')) {
    throw new StartFault('CAUSEWAY_NATS_URL is not usable: a NATS address begins with nats: or tls:.');
  }
  const { username = '', password = '' } = servers[0] ?? {};
  const user = decodeURIComponent(username);
  return {
    servers: servers.map(({ protocol, host }) => `${protocol}//${host}`),
    name: 'causeway',
    ...(user && (password ? { user, pass: decodeURIComponent(password) } : { token: user })),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 3_000,
  };
}
