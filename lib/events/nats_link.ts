import { setTimeout as sleep } from 'node:timers/promises';
import nats from 'nats';
import type { ConnectionOptions, NatsConnection } from 'nats';
import type { Log } from '../log/log.ts';

/**
 * One connection to NATS that comes back by itself, whatever happens to the server, and needs no server to start.
 * The client is told never to give up (its default is twenty seconds, then closed for good), to notice a silent server
 * within ten seconds, and if it closes all the same, a new one is dialled. The client drops what is published while it
 * is disconnected; so nothing is, and the caller hears at once that the bus is away.
 */
export type NatsLink = {
  /** The connection, when there is one right now. */
  current(): NatsConnection | undefined;
  /** Runs for every new connection, this one included. For core subscriptions, which the client renews by itself. */
  onConnect(hook: (connection: NatsConnection) => void): void;
  /** Runs whenever the server is back, as what was asked of it before may be lost. */
  onBack(hook: () => void): void;
  close(): Promise<void>;
};

const REDIAL = 500;

/** Throws TypeError for an address that is none. */
export function natsLink(url: string, log: Log): NatsLink {
  const connectionOptions = options(url);
  const state: { connection?: NatsConnection | undefined; up: boolean; closed: boolean } = { up: false, closed: false };
  const connectHooks: ((connection: NatsConnection) => void)[] = [];
  const backHooks: (() => void)[] = [];

  async function keepConnected(): Promise<void> {
    for (let failures = 0; !state.closed; failures += 1) {
      try {
        const connection = await nats.connect(connectionOptions);
        if (state.closed) return await connection.close();
        failures = 0;
        await use(connection);
      } catch (err) {
        if (failures === 0) log.warn('NATS is not there, dialling on', { err });
      }
      if (!state.closed) await sleep(REDIAL, undefined, { ref: false });
    }
  }

  async function use(connection: NatsConnection): Promise<void> {
    state.connection = connection;
    state.up = true;
    log.info('NATS connected', { server: connection.getServer() });
    for (const hook of connectHooks) hook(connection);
    for (const hook of backHooks) hook();
    void watch(connection);
    const err = await connection.closed();
    state.up = false;
    state.connection = undefined;
    if (!state.closed) log.warn('NATS connection closed, dialling again', { err });
  }

  async function watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === nats.Events.Disconnect) {
        state.up = false;
        log.warn('NATS disconnected');
      }
      if (type === nats.Events.Reconnect) {
        state.up = true;
        log.info('NATS reconnected');
        for (const hook of backHooks) hook();
      }
    }
  }

  const running = keepConnected();
  return {
    current: () => (state.up ? state.connection : undefined),
    onConnect(hook) {
      connectHooks.push(hook);
      if (state.connection) hook(state.connection);
    },
    onBack: (hook) => void backHooks.push(hook),
    async close() {
      state.closed = true;
      await state.connection?.close();
      await running;
    },
  };
}

function options(urls: string): ConnectionOptions {
  const servers = urls.split(',').map((url) => new URL(url.trim()));
  if (servers.some(({ protocol }) => protocol !== 'nats:' && protocol !== 'tls:')) {
    throw new TypeError('A NATS address begins with nats: or tls:.');
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
