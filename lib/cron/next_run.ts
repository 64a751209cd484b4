import type { Cadence } from './cadence.ts';
import { calendarDay } from './calendar.ts';
import { type CronFields, parseCron } from './cron_fields.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Max days to search. Two leap days are up to eight years apart, around a century year without a leap day. */
const MAX_DAYS_AHEAD = 8 * 366 + 1;

/**
 * The first run strictly after a time; both are Unix milliseconds. Throws RangeError for a text that checkCron refuses,
 * and for a schedule that never runs.
 */
export function nextRun({ cron }: Cadence, afterMs: number): number {
  const fields = cachedFields(cron);
  if (!fields) throw new RangeError('This is not a cron schedule.');
  const today = Math.floor(afterMs / DAY_MS) * DAY_MS;
  const minute = Math.floor((afterMs - today) / MINUTE_MS);
  const later = fields.matches(calendarDay(today)) ? timeAfter(fields, minute) : undefined;
  if (later !== undefined) return today + later * MINUTE_MS;
  return nextDay(fields, today) + (timeAfter(fields, -1) ?? 0) * MINUTE_MS;
}

/** The first run of a day after `minute`, both in minutes from the start of the day; undefined if there is none. */
function timeAfter({ hours, minutes }: CronFields, minute: number): number | undefined {
  for (const hour of hours) {
    const found = minutes.find((one) => hour * 60 + one > minute);
    if (found !== undefined) return hour * 60 + found;
  }
  return undefined;
}

function nextDay({ matches, matchesMonth }: CronFields, today: number): number {
  const last = today + MAX_DAYS_AHEAD * DAY_MS;
  for (let day = today + DAY_MS; day <= last; ) {
    const date = new Date(day);
    if (!matchesMonth(date.getUTCMonth() + 1)) day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    else if (matches(calendarDay(day))) return day;
    else day += DAY_MS;
  }
  throw new RangeError('The schedule never runs.');
}

/** Cache of parsed schedules: thousands of installations share the schedule of their integration. */
const parsedSchedules = new Map<string, CronFields | null>();
const MAX_CACHED = 1_000;

function cachedFields(text: string): CronFields | null {
  const found = parsedSchedules.get(text);
  if (found !== undefined) return found;
  const fields = parseCron(text);
  if (parsedSchedules.size >= MAX_CACHED) parsedSchedules.clear();
  parsedSchedules.set(text, fields);
  return fields;
}
