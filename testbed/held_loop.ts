import process from 'node:process';
import { setImmediate } from 'node:timers';

/**
 * Measures for how long `work` holds the event loop without a break. `part` is the CPU time of the longest hold,
 * divided by the CPU time of the whole work: 1 if the work never lets others run, near 0 if it often does. As a ratio
 * of CPU times, it depends neither on the speed of the machine nor on what else runs there.
 */
export async function longestHold<T>(work: () => Promise<T>): Promise<{ part: number; result: T }> {
  let isDone = false;
  let longest = 0;
  const start = process.cpuUsage();
  let last = cpuMs(start);
  const others = () => {
    const now = cpuMs(start);
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const result = await work();
  isDone = true;
  longest = Math.max(longest, cpuMs(start) - last);
  return { part: longest / cpuMs(start), result };
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
