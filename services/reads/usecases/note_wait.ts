import type { NewId } from '../../../lib/ids/ids.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Lease, Stores } from '../domain/stores.ts';
import type { BudgetWait } from './budget_spent.ts';

/** A shorter wait is what reading within a limit looks like. */
const WORTH_SAYING = 60_000;
const HOUR = 3_600_000;

/**
 * Says in the operation's log that it waits for a provider's limit: of each budget at most once an hour, so that a read
 * that waits for a day is no riddle and does not bury its log.
 */
export async function noteWait(
  s: Pick<Stores, 'logs'>,
  { projectId, id }: Lease,
  { waitMillis, scope }: BudgetWait,
  { newId, now }: { newId: NewId; now: number },
): Promise<void> {
  if (waitMillis <= WORTH_SAYING) return;
  const whose = `for the provider's limit (${scope}).`;
  if (await s.logs.has(projectId, id, { like: `Waiting until % ${whose}`, since: now - HOUR })) return;
  const msg = `Waiting until ${toIso(now + Math.ceil(waitMillis))} ${whose}`;
  await s.logs.add(projectId, id, [{ id: newId(), time: now, severity: 'INFO', msg }]);
}
