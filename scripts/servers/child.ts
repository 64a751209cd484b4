import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { connect } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A server that belongs to this process (or to `owner`): detached, so that a Ctrl-C meant for us lets us stop it in
 * order, and watched, so that it does not outlive an owner that was killed.
 */
export type Child = {
  readonly pid: number;
  /** Sends a signal; SIGKILL and SIGTERM are waited for. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Asks it to stop, and kills it when it has not after ten seconds. */
  stop(): Promise<void>;
  exited(): boolean;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
};

const WATCH =
  'while kill -0 "$1" 2>/dev/null && kill -0 "$2" 2>/dev/null; do sleep 1; done; kill -TERM "$2" 2>/dev/null';
const PATIENCE = 10_000;

/** `options` says what the child is given: its environment, and where its output goes (nowhere). */
export function startChild(
  file: string,
  args: string[],
  owner: number = process.pid,
  options: Pick<SpawnOptions, 'env' | 'stdio'> = {},
): Child {
  const child = spawn(file, args, { stdio: 'ignore', ...options, detached: true });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${file} could not be started.`);
  const watch = spawn('/bin/sh', ['-c', WATCH, 'watch', String(owner), String(pid)], {
    stdio: 'ignore',
    detached: true,
  });
  watch.unref();
  child.unref();
  return handle(child, pid);
}

function handle(child: ChildProcess, pid: number): Child {
  const exit = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const exited = () => child.exitCode !== null || child.signalCode !== null;
  /** Whoever waits for the end keeps the event loop alive for it. */
  const gone = () => {
    child.ref();
    return exit;
  };
  return {
    pid,
    exited,
    ended: exit,
    async kill(signal) {
      child.kill(signal);
      if (signal === 'SIGKILL' || signal === 'SIGTERM') await gone();
    },
    async stop() {
      if (exited()) return;
      child.kill('SIGTERM');
      await Promise.race([gone(), sleep(PATIENCE, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await gone();
    },
  };
}

/** Waits until something accepts connections at a port or a socket path. Throws Error when the child ends first. */
export async function waitForListener(
  child: Child,
  at: { port: number } | { path: string },
  timeoutMs = 30_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await accepts(at))) {
    if (child.exited()) throw new Error('The server ended before it could be reached.');
    if (performance.now() > end) throw new Error('The server could not be reached in time.');
    await sleep(20);
  }
}

function accepts(at: { port: number } | { path: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', ...at });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
