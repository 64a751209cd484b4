import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { linesOf } from './lines_of.ts';

/** Of the process that grew most, MB. `youngMb`: how much of it was the engine's space for new objects. */
export type Grown = { growthMb: number; youngMb: number };
/** Ends the measurement. */
export type Growing = () => Promise<Grown>;
type Told = { pid: number; what: string; peakYoungMb: number; youngMb: number };

/** The system takes back what a collection has freed a moment later. */
const SETTLED_MS = 200;
/** Has Linux forget the largest size that a process had. */
const FORGET_PEAK = '5';

/**
 * Has every process that told of itself in `file` (stall_probe.mjs) collect its garbage, and measures from then on how
 * large each becomes: the kernel notes it, so no peak is missed.
 */
export async function growthOf(file: string): Promise<Growing> {
  const before = await collected(file);
  await sleep(SETTLED_MS);
  for (const { pid } of before) writeFileSync(`/proc/${pid}/clear_refs`, FORGET_PEAK);
  const sizes = before.map(({ pid }) => peakMb(pid));
  return async () => {
    const growths = before.map(({ pid }, i) => peakMb(pid) - (sizes[i] ?? 0));
    const after = await collected(file);
    const grown = before.map(({ pid, youngMb }, i) => ({
      growthMb: growths[i] ?? 0,
      youngMb: (after.find((one) => one.pid === pid)?.peakYoungMb ?? youngMb) - youngMb,
    }));
    return grown.toSorted((a, b) => b.growthMb - a.growthMb)[0] as Grown;
  };
}

/** Has every process collect its garbage; what each told of that. */
async function collected(file: string): Promise<Told[]> {
  const told = () => linesOf<Told>(file);
  const pids = told().flatMap(({ pid, what }) => (what === 'started' ? [pid] : []));
  const alive = pids.filter((pid) => existsSync(`/proc/${pid}/status`));
  const { length } = told();
  for (const pid of alive) process.kill(pid, 'SIGUSR2');
  for (;;) {
    const since = told()
      .slice(length)
      .filter(({ what }) => what === 'collected');
    if (since.length >= alive.length) return since;
    await sleep(20);
  }
}

/** The largest resident size of a process since it was last forgotten, in MB. */
function peakMb(pid: number): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) / 1_024;
}
