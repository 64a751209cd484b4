import { neighbouringDays } from './calendar.ts';
import type { CronFields } from './cron_fields.ts';

/** Two successive runs, in minutes from the start of the first run's day. */
export type RunGap = { from: number; to: number };

const DAY_MINUTES = 24 * 60;

/**
 * The smallest gap between two runs over the whole calendar, independent of the current date; null for a schedule that
 * never runs twice within two days. All matching days have the same times, and all matching hours the same minutes. So
 * the smallest gap is within the first hour, or between two hours, or, if two consecutive days match, between the last
 * time of a day and the first time of the next day. Other runs are at least a day and a minute apart.
 */
export function smallestGap(fields: CronFields): RunGap | null {
  const { hours, minutes } = fields;
  const [first = 0, last = 0] = [minutes[0], minutes.at(-1)];
  const firstHour = (hours[0] ?? 0) * 60;
  const gaps = [
    ...minutes.slice(1).map((to, i) => ({ from: firstHour + (minutes[i] ?? 0), to: firstHour + to })),
    ...hours.slice(1).map((to, i) => ({ from: (hours[i] ?? 0) * 60 + last, to: to * 60 + first })),
  ];
  if (hasNeighbours(fields)) gaps.push({ from: (hours.at(-1) ?? 0) * 60 + last, to: DAY_MINUTES + firstHour + first });
  return gaps.reduce<RunGap | null>(
    (least, gap) => (least && gapMinutes(least) <= gapMinutes(gap) ? least : gap),
    null,
  );
}

export function gapMinutes({ from, to }: RunGap): number {
  return to - from;
}

/** Whether any day of the calendar matches. */
export function hasDay({ matches }: CronFields): boolean {
  return neighbouringDays().some(([day]) => matches(day));
}

function hasNeighbours({ matches }: CronFields): boolean {
  return neighbouringDays().some(([day, next]) => matches(day) && matches(next));
}
