import type { CronFields } from './cron_fields.ts';

const DAY = 24 * 3_600_000;
/** In 28 years every date meets every weekday, in leap years too; a century without a leap day adds no other year. */
const FIRST_DAY = Date.UTC(2000, 0, 1);
const LAST_DAY = Date.UTC(2028, 0, 1);

/** Two runs next to each other, as minutes of the day of the first. */
export type Gap = { from: number; to: number };

/**
 * The smallest gap that a schedule ever has between two runs, whenever it is asked; null for one that never runs twice
 * within two days. Every day that matches has the same times, so a gap lies between two times of one day, or between
 * the last of a day and the first of the next where two days that follow each other both match. Days further apart are
 * a day and a minute apart at least.
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

/** Whether any day ever matches. */
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
