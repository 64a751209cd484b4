import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

/**
 * The facts with which another program on this machine finds a running services form: the address of identity, which
 * changes with each start, and the origin of links. The file is in the group's folder while the group runs.
 */
export type RunningGroup = { folder: string; identityAddress: string; origin: string };

const FILE = 'running.json';

/** Writes the file. `stop` deletes it. */
export function announceGroup({ folder, ...rest }: RunningGroup): { stop(): Promise<void> } {
  const file = join(folder, FILE);
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify({ ...rest, pid: process.pid })}\n`, { mode: 0o600, flag: 'wx' });
  return { stop: async () => rmSync(file, { force: true }) };
}

/**
 * The services form that runs in a folder; undefined when there is none. A killed one leaves its file, so its pid is
 * checked.
 */
export function runningGroup(dataDir: string): RunningGroup | undefined {
  const folder = resolve(dataDir);
  try {
    const { pid, ...rest } = JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as RunningGroup & { pid: number };
    process.kill(pid, 0);
    return { ...rest, folder };
  } catch {
    return undefined;
  }
}
