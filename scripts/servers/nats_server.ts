import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, waitForListener } from './child.ts';
import { ensureServers } from './ensure_servers.ts';
import { freePort } from './free_port.ts';

/** A separate NATS server with JetStream on files in its folder, on a loopback port that does not change. */
export type NatsServer = {
  readonly url: string;
  readonly pid: number;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Restarts it; stops it first if it runs. `wipe` deletes its store in between. */
  restart(options?: { wipe?: boolean }): Promise<void>;
  stop(): Promise<void>;
};

export async function startNats({
  dir,
  port,
  owner,
}: {
  dir: string;
  port?: number;
  owner?: number;
}): Promise<NatsServer> {
  const { natsServer } = ensureServers();
  const at = port ?? (await freePort());
  const store = join(dir, 'jetstream');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  async function start() {
    const args = ['-a', '127.0.0.1', '-p', String(at), '-js', '-sd', store, '-l', join(dir, 'nats.log')];
    const started = startChild(natsServer, args, owner);
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
