import type { CronFields } from './cron_fields.ts';

const DAY = 24 * 3_600_000;
/** Years to check: within 28 years every date, leap days included, falls on every weekday. */
const FIRST_DAY = Date.UTC(2000, 0, 1);
const LAST_DAY = Date.UTC(2028, 0, 1);

/** Two successive runs, in minutes from the start of the first run's day. */
export type Gap = { from: number; to: number };

/**
 * The smallest gap between two runs over the whole calendar, independent of the current date; null for a schedule that
 * never runs twice within two days. All matching days have the same times. So the smallest gap lies either within one
 * day, or between the last time of a day and the first of the next when two consecutive days match. Runs on days
 * further apart are at least a day and a minute apart.
 */
export function smallestGap(fields: CronFields): Gap | null {
  const { times } = fields;
  const gaps = times.slice(1).map((to, i) => ({ from: times[i] ?? 0, to }));
  if (hasNeighbours(fields)) gaps.push({ from: times.at(-1) ?? 0, to: 24 * 60 + (times[0] ?? 0) });
  return gaps.reduce<Gap | null>((least, gap) => (least && sizeOf(least) <= sizeOf(gap) ? least : gap), null);
}

export function sizeOf({ from, to }: Gap): number {
  return to - from;
}

/** Whether any day of the calendar matches. */
export function hasDay({ matchesDay }: CronFields): boolean {
  for (let day = FIRST_DAY; day < LAST_DAY; day += DAY) if (matchesDay(day)) return true;
  return false;
}

function hasNeighbours({ matchesDay }: CronFields): boolean {
  let isBeforeMatching = false;
  for (let day = FIRST_DAY; day <= LAST_DAY; day += DAY) {
    const isMatching = matchesDay(day);
    if (isMatching && isBeforeMatching) return true;
    isBeforeMatching = isMatching;
  }
  return false;
}
