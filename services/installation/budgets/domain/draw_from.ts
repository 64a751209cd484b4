import type { Draw, LateCall, LimitHeaders, Permits } from '../../../../connectors/calls/permits.ts';
import { delay, giveBack, grant, learn, type LimitReport, type RateBudget } from './rate_budget.ts';

/** A draw: counts what was late, takes back what was not used, learns from the headers, and grants permits. */
export function drawFrom(
  budget: RateBudget,
  { allowed, late, unused, headers, ...wish }: Draw,
  now: number,
): { budget: RateBudget; permits: Permits | null; waitMs: number } {
  const mended = late.reduce((changing, one) => delay(changing, allowed, byNow(one, now)), budget);
  const returned = unused ? giveBack(mended, allowed, unused) : mended;
  const told = headers ? learn(returned, reportOf(headers, now), now) : returned;
  return grant(told, { allowed, now, ...wish });
}

/**
 * A call whose response has arrived reached the provider no later than now, even if the clock was set back since its
 * permit.
 */
function byNow({ time, lateMs }: LateCall, now: number): LateCall {
  return { time, lateMs: Math.min(lateMs, now - time) };
}

/** Responses of one process arrive in any order. Converts their reset time to the database's clock. */
function reportOf({ msUntilReset, ageMs, ...said }: LimitHeaders, now: number): LimitReport {
  return { ...said, resetTime: now + msUntilReset - ageMs };
}
