import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A server that belongs to this process (or to `owner`). It is detached, so that Ctrl-C does not reach it and we can
 * stop it in order. A watcher stops it if the owner is killed.
 */
export type Child = {
  readonly pid: number;
  /** Sends a signal. SIGKILL and SIGTERM: waits for the exit. SIGSTOP: waits until no thread runs. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Sends SIGTERM, and SIGKILL after ten seconds. */
  stop(): Promise<void>;
  exited(): boolean;
  /** Resolves when the child has exited for any reason. */
  readonly ended: Promise<void>;
};

const WATCH =
  'while kill -0 "$1" 2>/dev/null && kill -0 "$2" 2>/dev/null; do sleep 1; done; kill -TERM "$2" 2>/dev/null';
const STOP_TIMEOUT_MS = 10_000;

/** Starts a child. `options`: the environment, and the file for its output (none by default). */
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
  /** A caller that waits for the exit must keep the event loop alive. */
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
      if (signal === 'SIGSTOP') await stopped(pid);
    },
    async stop() {
      if (exited()) return;
      child.kill('SIGTERM');
      await Promise.race([gone(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await gone();
    },
  };
}

/** Waits until every thread is stopped: on a busy machine a thread may still answer after SIGSTOP. Needs /proc. */
async function stopped(pid: number): Promise<void> {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return;
  const end = performance.now() + STOP_TIMEOUT_MS;
  while (performance.now() < end && readdirSync(tasks).some((id) => !isStopped(`${tasks}/${id}/stat`))) await sleep(5);
}

function isStopped(stat: string): boolean {
  try {
    return /\) [Tt] /.test(readFileSync(stat, 'utf8'));
  } catch {
    return true; // the thread has ended
  }
}

/** The address of a server on this machine. */
export type Listener = { port: number } | { path: string };

/**
 * Waits without a time limit until a port or socket accepts connections, because a busy machine is slow. Throws Error
 * when the child exits first.
 */
export async function waitForListener(child: Child, at: Listener): Promise<void> {
  while (!(await accepts(at))) {
    if (child.exited()) throw new Error('The server exited before it accepted connections.');
    await sleep(20);
  }
}

/** Whether the server accepts connections now. */
export function accepts(at: Listener): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', ...at });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
