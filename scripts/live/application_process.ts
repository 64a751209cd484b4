import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

export type ApplicationProcess = { stop(): Promise<void> };
type Options = {
  program: string;
  args: readonly string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Answers, with whatever status is meant by it, once the application serves. */
  isUp: (signal: AbortSignal) => Promise<boolean>;
};

/** A server of an application in a process group of its own. Throws when it ends, or does not serve within a minute. */
export async function startApplication({ program, args, cwd, env, isUp }: Options): Promise<ApplicationProcess> {
  const server = spawn(program, args, { cwd, env, stdio: 'ignore', detached: true });
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`${program} ended with ${server.exitCode}`);
    if (await isUp(AbortSignal.timeout(5_000)).catch(() => false)) return { stop: () => stop(server) };
    await sleep(100);
  }
  await stop(server);
  throw new Error(`What ${program} serves does not answer.`);
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.pid === undefined) return;
  const gone = once(server, 'exit');
  process.kill(-server.pid, 'SIGTERM');
  await gone;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
