import { closeSync, existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { openLog } from '../../lib/log/open_log.ts';
import { accepts, type Child, startChild, waitForListener } from '../servers/child.ts';
import type { Member } from './members.ts';

export type MemberProcess = {
  readonly name: string;
  readonly pid: number;
  /** The loopback port on which the process listens. */
  readonly port: number;
  /** Sends a signal. For SIGKILL and SIGTERM it waits for the exit. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves when the process answers again. */
  restart(): Promise<void>;
  /** Resolves when the process accepts connections; throws Error when it exits first. */
  ready(): Promise<void>;
  /** Restarts the process whenever it exits by itself, and says so each time. */
  keepAlive(say: (line: string) => void): void;
  /** Stops the process gracefully; it is not restarted. */
  stop(): Promise<void>;
};

/** After this run time in milliseconds, the wait before a restart begins again at FIRST_WAIT_MS. */
const STEADY = 10_000;
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 10_000;

/** Starts a process of the group. Its output goes to `logFile`; it ends when `owner` ends. */
export function startMember(member: Member, logFile: string, owner: number = process.pid): MemberProcess {
  const spawn = () => spawnMember(member, logFile, owner);
  const state = { child: spawn(), stopping: false };
  return {
    name: member.name,
    port: member.port,
    get pid() {
      return state.child.pid;
    },
    kill: (signal) => state.child.kill(signal),
    async restart() {
      const { child } = state;
      await child.kill('SIGCONT');
      await child.stop();
      // The kernel may close the listening socket a moment after the exit. Until then, the port looks ready.
      while (state.child === child && (await accepts({ port: member.port }))) await sleep(20);
      if (state.child === child) state.child = spawn();
      await this.ready();
    },
    ready: () =>
      waitForListener(state.child, { port: member.port }).catch((err: Error) => {
        throw new Error(`${member.name}: ${err.message}\n${lastLines(logFile)}`);
      }),
    keepAlive: (say) => void keepAlive(member, logFile, { state, say, spawn }),
    async stop() {
      state.stopping = true;
      await state.child.kill('SIGCONT');
      await state.child.stop();
    },
  };
}

function spawnMember({ script, environment }: Member, logFile: string, owner: number): Child {
  const log = openLog(logFile);
  try {
    return startChild(process.execPath, programOf(script), owner, {
      env: environment,
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}

/** The arguments of the runtime. The group runs on the runtime of this process: Node runs dist/, Deno the sources. */
function programOf(script: string): string[] {
  if (process.versions['deno'] !== undefined)
    return ['run', '-A', assetPath(script.replace(/^dist\//, '').replace(/\.js$/, '.ts'))];
  const program = assetPath(script);
  if (!existsSync(program)) throw new Error(`${script} is missing: run npm run build first.`);
  return [program];
}

type Kept = { state: { child: Child; stopping: boolean }; say(line: string): void; spawn(): Child };

/** Restarts the process after a growing wait, so that a process that cannot start does not keep the machine busy. */
async function keepAlive(member: Member, logFile: string, { state, say, spawn }: Kept): Promise<void> {
  for (let falls = 0; !state.stopping; ) {
    const { child } = state;
    const start = performance.now();
    await child.ended;
    falls = performance.now() - start > STEADY ? 1 : falls + 1;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (falls - 1), MAX_WAIT_MS);
    if (!state.stopping && state.child === child)
      say(`${member.name} exited and restarts in ${wait} ms. See ${logFile}.`);
    await sleep(wait, undefined, { ref: false });
    if (!state.stopping && state.child === child) state.child = spawn();
  }
}

/** The end of a log without stack traces. */
function lastLines(file: string): string {
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines
    .filter((line) => !/^\s+at /.test(line))
    .slice(-8)
    .join('\n');
}
