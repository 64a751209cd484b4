import type { BudgetWait } from '../../../connectors/calls/rate_limit_exhausted.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { Lease } from '../../../lib/work/states.ts';

type Stores = { logs: LogStore };

/** Shorter waits are normal under a rate limit. Ms. */
const WORTH_SAYING = 60_000;
const HOUR = 3_600_000;

/**
 * Logs that the operation waits for a provider's rate limit, at most once an hour per scope. So a long wait is
 * explained without flooding the log.
 */
export async function logRateLimitWait(
  s: Stores,
  { projectId, id }: Lease,
  { waitMs, scope }: BudgetWait,
  { newId, now }: { newId: NewId; now: number },
): Promise<void> {
  if (waitMs <= WORTH_SAYING) return;
  const whose = `for the provider's rate limit (${scope}).`;
  if (await s.logs.has(projectId, id, { like: `Waiting until % ${whose}`, since: now - HOUR })) return;
  const msg = `Waiting until ${toIso(now + Math.ceil(waitMs))} ${whose}`;
  await s.logs.add(projectId, id, [{ id: newId(), time: now, severity: 'INFO', msg }]);
}
