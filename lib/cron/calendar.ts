/**
 * All pairs of consecutive days, for all years. Within 28 years every date, leap days included, falls on every weekday.
 * These years have 10,227 pairs, but fewer than 2,600 different pairs. The check of a schedule uses the different
 * pairs.
 */
export type CalendarDay = { month: number; date: number; weekday: number };

const DAY_MS = 24 * 3_600_000;
const FIRST_DAY = Date.UTC(2000, 0, 1);
const LAST_DAY = Date.UTC(2028, 0, 1);

let cachedPairs: (readonly [CalendarDay, CalendarDay])[] | undefined;

/** The different pairs of a day and the next day. */
export function neighbouringDays(): readonly (readonly [CalendarDay, CalendarDay])[] {
  cachedPairs ??= [...differentPairs().values()];
  return cachedPairs;
}

function differentPairs(): Map<string, readonly [CalendarDay, CalendarDay]> {
  const found = new Map<string, readonly [CalendarDay, CalendarDay]>();
  for (let day = FIRST_DAY; day <= LAST_DAY; day += DAY_MS) {
    const pair = [calendarDay(day), calendarDay(day + DAY_MS)] as const;
    const [{ month, date, weekday }, next] = pair;
    found.set(`${month}.${date}.${weekday}.${next.date}`, pair);
  }
  return found;
}

/** `day`: start of the day, Unix ms. Months are 1 to 12, and Sunday is 0. */
export function calendarDay(day: number): CalendarDay {
  const date = new Date(day);
  return { month: date.getUTCMonth() + 1, date: date.getUTCDate(), weekday: date.getUTCDay() };
}
