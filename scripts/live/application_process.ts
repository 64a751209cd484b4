import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

export type ApplicationProcess = { stop(): Promise<void> };
type Options = {
  program: string;
  args: readonly string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Whether the application is ready: a request to it got an answer. `signal` ends a slow request. */
  isUp: (signal: AbortSignal) => Promise<boolean>;
};

/**
 * Starts the server of an application in its own process group. Throws when it exits, or is not ready within a minute.
 */
export async function startApplication({ program, args, cwd, env, isUp }: Options): Promise<ApplicationProcess> {
  const server = spawn(program, args, { cwd, env, stdio: 'ignore', detached: true });
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`${program} exited with ${server.exitCode}`);
    if (await isUp(AbortSignal.timeout(5_000)).catch(() => false)) return { stop: () => stop(server) };
    await sleep(100);
  }
  await stop(server);
  throw new Error(`${program} did not answer within a minute.`);
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.pid === undefined) return;
  const gone = once(server, 'exit');
  process.kill(-server.pid, 'SIGTERM');
  await gone;
}
