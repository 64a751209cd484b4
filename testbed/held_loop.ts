import process from 'node:process';
import { setImmediate } from 'node:timers';

/**
 * The CPU time for which `work` held the loop longest, as a part of all that it took. Independent of the machine's speed
 * and of what else runs on it: work that lets others have their turn has a small part, and 1 is work at once.
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
