import { cadenceOf } from '../../lib/cron/cadence.ts';
import type { Db } from '../../lib/db/open.ts';
import { fromIso } from '../../lib/time/iso.ts';
import { nextStart } from '../../services/reads/schedules/schedules.ts';

/**
 * A time at which a schedule was found due. It then started an operation, or did not because the last one had not
 * ended.
 */
type Met = { dueTime: number; at: number };
/** The database's time around a pause: before and after the two calls that pause and unpause. */
export type Paused = { acknowledged: number; unpausing: number; unpaused: number };
type Watched = { id: string; cron: string; firstDue: number; met: Met[]; paused: Paused[]; nextDue: number };

/**
 * Checks the starts of a schedule against one rule: the next start is the first tick after the last start, by the
 * calendar and this schedule's own jitter. A tick that starts twice, is skipped, moves, or is caught up individually
 * breaks the rule. Only a pause resets the expected tick, and nothing starts during a pause.
 */
export function faultsOf({ id, cron, firstDue, met, paused, nextDue }: Watched): string[] {
  const faults: string[] = [];
  let expected = { earliest: firstDue, latest: firstDue };
  const check = (dueTime: number, at: number) => {
    const { earliest, latest } = expected;
    if (dueTime < earliest || dueTime > latest)
      faults.push(`${cron}: met ${iso(dueTime)} at ${iso(at)}, not ${iso(earliest)} to ${iso(latest)}`);
  };
  const breaks = [...paused];
  for (const { dueTime, at } of [...met, { dueTime: nextDue, at: Infinity }]) {
    for (let next = breaks[0]; next && next.unpausing <= at; next = breaks[0]) {
      breaks.shift();
      expected = { earliest: startAfter(id, cron, next.unpausing), latest: startAfter(id, cron, next.unpaused) };
    }
    check(dueTime, at);
    const wrong = paused.find(({ acknowledged, unpausing }) => at > acknowledged && at < unpausing);
    if (wrong) faults.push(`${cron}: started at ${iso(at)} though paused at ${iso(wrong.acknowledged)}`);
    const following = at === Infinity ? 0 : startAfter(id, cron, at);
    expected = { earliest: following, latest: following };
  }
  return faults;
}

/** Reads operation logs: each start and each skipped start logs its due time and its delay. */
export async function metOf(db: Db): Promise<Map<string, Met[]>> {
  const rows: { installation_id: string; details: string }[] = await db('operation_logs')
    .join('operations', 'operations.id', 'operation_logs.operation_id')
    .where('operation_logs.details', 'like', '%dueTime%')
    .select('operations.installation_id', 'operation_logs.details');
  const met = new Map<string, Met[]>();
  for (const { installation_id, details } of rows) {
    const { dueTime = '', lateMs } = JSON.parse(details) as { dueTime?: string; lateMs?: string };
    const due = fromIso(dueTime) ?? 0;
    const list = met.get(installation_id) ?? [];
    met.set(installation_id, [...list, { dueTime: due, at: due + Number(lateMs) }]);
  }
  for (const list of met.values()) list.sort((one, other) => one.at - other.at || one.dueTime - other.dueTime);
  return met;
}

function startAfter(id: string, cron: string, now: number): number {
  return nextStart(id, cadenceOf(cron), now) ?? Infinity;
}

function iso(time: number): string {
  return Number.isFinite(time) ? new Date(time).toISOString() : 'never';
}
