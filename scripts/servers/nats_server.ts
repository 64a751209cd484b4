import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, waitForListener } from './child.ts';
import { ensureServers } from './ensure_servers.ts';
import { freePort } from './free_port.ts';

/** A separate NATS server with JetStream, with file storage in `dir`, on a loopback port that stays the same. */
export type NatsServer = {
  /** The address without a user name. */
  readonly url: string;
  readonly pid: number;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops the server if it runs, and starts it again. `wipe` deletes the stored streams first. */
  restart(options?: { wipe?: boolean }): Promise<void>;
  stop(): Promise<void>;
};

export type NatsServerOptions = {
  dir: string;
  port?: number;
  owner?: number;
  /**
   * The users and their permissions (lib/events/nats_rights.ts). Without it, any program on this machine may do
   * anything.
   */
  authorization?: string;
};

export async function startNats({ dir, port, owner, authorization = '' }: NatsServerOptions): Promise<NatsServer> {
  const { natsServer } = ensureServers();
  const at = port ?? (await freePort());
  const store = join(dir, 'jetstream');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const config = join(dir, 'nats.conf');
  const lines = { host: '127.0.0.1', port: at, log_file: join(dir, 'nats.log'), jetstream: { store_dir: store } };
  rmSync(config, { force: true }); // writing to an existing file would keep its mode
  writeFileSync(config, `${JSON.stringify(lines, null, 2).slice(1, -1)}\n${authorization}`, { mode: 0o600 });
  async function start() {
    const started = startChild(natsServer, ['-c', config], owner);
    await waitForListener(started, { port: at });
    return started;
  }
  let child = await start();
  return {
    url: `nats://127.0.0.1:${at}`,
    get pid() {
      return child.pid;
    },
    kill: (signal) => child.kill(signal),
    async restart({ wipe = false } = {}) {
      await child.stop();
      if (wipe) rmSync(store, { recursive: true, force: true });
      child = await start();
    },
    stop: () => child.stop(),
  };
}
