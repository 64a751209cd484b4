import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Stops the processes that suites started for the whole run (test/support/shared_platform/once_a_run.ts), and deletes
 * their folder. Returns the CPU seconds of each by name.
 */
export async function stopServers(folder) {
  const used = await stopServersOf(folder, '');
  rmSync(folder, { recursive: true, force: true });
  return used;
}

/**
 * Stops the processes whose name begins with `prefix`, when no later suite needs them, because an idle platform polls.
 */
export async function stopServersOf(folder, prefix) {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name.startsWith(prefix))
    .map((name) => name.slice(0, -5));
  const used = await Promise.all(names.map(async (name) => [name, await stopAll(join(folder, `${name}.json`))]));
  for (const name of names)
    for (const path of [`${name}.json`, `${name}.starter`, name])
      rmSync(join(folder, path), { recursive: true, force: true });
  return new Map(used);
}

async function stopAll(note) {
  const pids = JSON.parse(readFileSync(note, 'utf8')).value?.pids ?? [];
  const seconds = pids.map(cpuSeconds).reduce((sum, one) => sum + one, 0);
  for (const pid of pids) await stop(pid);
  return seconds;
}

/** The CPU seconds of a process, from /proc; 0 without /proc, and for a process that has ended. */
function cpuSeconds(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Sends SIGTERM, and SIGKILL after five seconds. */
async function stop(pid) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (!send(pid, tries === 0 ? 'SIGTERM' : 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  send(pid, 'SIGKILL');
}

function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
