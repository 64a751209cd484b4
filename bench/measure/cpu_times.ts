import process from 'node:process';
import { medianOf } from './median.ts';
import { sizeOf } from './size_of.ts';

const WARM_ROUNDS = sizeOf(4, 1);
const ROUNDS = sizeOf(11, 2);

/** How many times the CPU time of `theirs` `ours` takes: the quotient of the medians, alternating. */
export function cpuTimes(ours: () => unknown, theirs: () => unknown): number {
  const rounds = Array.from({ length: WARM_ROUNDS + ROUNDS }, () => ({ theirs: cpuOf(theirs), ours: cpuOf(ours) }));
  const measured = rounds.slice(WARM_ROUNDS);
  const times = medianOf(measured.map((round) => round.ours)) / medianOf(measured.map((round) => round.theirs));
  return Number(times.toFixed(2));
}

/** CPU time of all threads of this process, so that the garbage collector's counts too. Microseconds. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
