import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** The shell reports the CPU time of its children and their children after they have exited. */
const TIMED = '"$@"; code=$?; times > "$0"; exit $code';

const running = new Set();

/** Stops all processes that still run at the end of the run. */
export function stopProcesses() {
  for (const pid of running) stopGroup(pid);
}

/**
 * Runs node with these arguments in its own process group and collects the output. Kills the group after `limitMs`, and
 * what is left of it when node has exited: a failed suite may leave processes behind. Resolves with the output, the exit
 * code or signal, and the wall and CPU seconds; CPU is undefined for a killed group.
 */
export function runProcess(args, { environment = {}, limitMs }) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-times-'));
  const timesFile = join(folder, 'times');
  const start = performance.now();
  const child = spawn('/bin/sh', ['-c', TIMED, timesFile, process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...environment },
  });
  running.add(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const limit = setTimeout(() => {
    output += `== stopped: not over after ${limitMs / 60_000} minutes\n`;
    stopGroup(child.pid);
  }, limitMs);
  return new Promise((resolve) => {
    // The event `close` may not come, because a server that a suite left behind keeps the pipes open.
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      stopGroup(child.pid);
      running.delete(child.pid);
      const cpuSeconds = existsSync(timesFile) ? cpuSecondsIn(readFileSync(timesFile, 'utf8')) : undefined;
      rmSync(folder, { recursive: true, force: true });
      const wallSeconds = (performance.now() - start) / 1_000;
      setImmediate(() => resolve({ status: code ?? signal, output, wallSeconds, cpuSeconds }));
    });
  });
}

/** Reads the second line of `times`: the user and system time of the children, as `1m2.34s 0m5.6s`. */
function cpuSecondsIn(text) {
  const [, children = ''] = text.split('\n');
  const spans = [...children.matchAll(/(\d+)m([\d.,]+)s/g)];
  return spans.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')), 0);
}

function stopGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
