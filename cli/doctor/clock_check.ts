import { type Check, checkLine } from './check.ts';

const WARNING_MS = 1_000;
const ERROR_MS = 30_000;
const TRIES = 3;

/** How far another clock is ahead of this machine's clock (negative: behind), and the max error of this value. Ms. */
export type Skew = { aheadMs: number; maxErrorMs: number };

/** Asks several times and uses the fastest answer, which is the most exact. `now`: Unix ms of this machine. */
export async function measureSkew(ask: () => Promise<number>, now: () => number = Date.now): Promise<Skew> {
  let best: Skew | undefined;
  for (let i = 0; i < TRIES; i += 1) {
    const before = now();
    const answer = await ask();
    const maxErrorMs = (now() - before) / 2;
    if (!best || maxErrorMs < best.maxErrorMs) best = { aheadMs: answer - before - maxErrorMs, maxErrorMs };
  }
  return best as Skew;
}

export function clockCheck(of: string, { aheadMs, maxErrorMs }: Skew): Check {
  const line = checkLine('clock', of);
  const sure = Math.max(0, Math.abs(aheadMs) - maxErrorMs);
  const found = `${seconds(Math.abs(aheadMs))} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine`;
  const todo = 'Keep the clocks of all machines in step with NTP; docs/guides/running.md says what a jump does.';
  if (sure > ERROR_MS) return line.error(`${found}.`, todo);
  if (sure > WARNING_MS) return line.warning(`${found}.`, todo);
  return line.ok(found);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(ms < 10_000 ? 1 : 0);
}
