import type { CalendarDay } from './calendar.ts';

/**
 * Parses five-field cron: minute, hour, day of month, month, day of week, always in UTC. It accepts only the syntax
 * that all cron dialects share (numbers, names, lists, ranges, steps), so that every tool reads a schedule in the same
 * way. When both day of month and day of week are restricted, the schedule runs on a day that matches either field, as
 * in every cron.
 *
 * The text is parsed once, into sets, which both the validation (check_cron.ts) and the scheduler (next_run.ts) use. So
 * the scheduler runs exactly the schedule that was validated.
 */
export type CronFields = {
  /** In ascending order. The schedule runs at each of the `minutes` of each of the `hours`. */
  hours: readonly number[];
  minutes: readonly number[];
  matches(day: CalendarDay): boolean;
  /** `month`: 1 to 12. */
  matchesMonth(month: number): boolean;
};

type FieldValues = { values: ReadonlySet<number>; isStar: boolean };
type FieldRange = { lowest: number; highest: number; names?: readonly string[] };

const MINUTE_RANGE: FieldRange = { lowest: 0, highest: 59 };
const HOUR_RANGE: FieldRange = { lowest: 0, highest: 23 };
const DAY_RANGE: FieldRange = { lowest: 1, highest: 31 };
const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_RANGE: FieldRange = { lowest: 1, highest: 12, names: MONTH_NAMES };
/** Sunday is both 0 and 7, so that a range can start or end with Sunday. */
const WEEKDAY_RANGE: FieldRange = { lowest: 0, highest: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] };

/** Returns null for an invalid schedule. */
export function parseCron(text: string): CronFields | null {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) return null;
  const [minute, hour, day, month, weekday] = [MINUTE_RANGE, HOUR_RANGE, DAY_RANGE, MONTH_RANGE, WEEKDAY_RANGE].map(
    (range, i) => parseField(parts[i] ?? '', range),
  );
  if (!minute || !hour || !day || !month || !weekday) return null;
  const weekdays = { ...weekday, values: new Set([...weekday.values].map((value) => value % 7)) };
  return {
    hours: sortedValues(hour.values),
    minutes: sortedValues(minute.values),
    matches: dayMatcher(day, month, weekdays),
    matchesMonth: (number) => month.values.has(number),
  };
}

/** Uses one bit per value, which is fast: the check of a schedule tests thousands of days. */
function dayMatcher(day: FieldValues, month: FieldValues, weekday: FieldValues): (day: CalendarDay) => boolean {
  const isEither = !day.isStar && !weekday.isStar;
  const [dates, months, weekdays] = [bitMaskOf(day), bitMaskOf(month), bitMaskOf(weekday)];
  return (one) => {
    if (((months >>> one.month) & 1) === 0) return false;
    const [isDate, isWeekday] = [(dates >>> one.date) & 1, (weekdays >>> one.weekday) & 1];
    return (isEither ? isDate | isWeekday : isDate & isWeekday) === 1;
  };
}

function bitMaskOf({ values }: FieldValues): number {
  let bits = 0;
  for (const value of values) bits |= 1 << value;
  return bits;
}

function parseField(text: string, range: FieldRange): FieldValues | null {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const found = parsePart(part, range);
    if (!found) return null;
    for (const value of found) values.add(value);
  }
  return { values, isStar: text === '*' };
}

/** Parses `*`, a number or a range; `*` and ranges may have a step. */
function parsePart(text: string, range: FieldRange): number[] | null {
  const { lowest, from, to, step } = /^(?:\*|(?<lowest>\w+)|(?<from>\w+)-(?<to>\w+))(?:\/(?<step>\d+))?$/.exec(text)
    ?.groups ?? { lowest: '' };
  if (lowest === '' || (lowest !== undefined && step !== undefined)) return null;
  const first = lowest ?? from;
  const start = first === undefined ? range.lowest : numberOf(first, range);
  const end = first === undefined ? lastOf(range) : numberOf(lowest ?? to ?? '', range);
  const by = step === undefined ? 1 : Number(step);
  if (start === null || end === null || end < start || by < 1 || by > range.highest + 1) return null;
  return Array.from({ length: Math.floor((end - start) / by) + 1 }, (_, i) => start + i * by);
}

/** The last value of `*`. For weekdays it is 6, because 7 is Sunday, like 0. */
function lastOf(range: FieldRange): number {
  return range === WEEKDAY_RANGE ? 6 : range.highest;
}

function numberOf(text: string, range: FieldRange): number | null {
  const name = range.names?.indexOf(text.toLowerCase()) ?? -1;
  if (name >= 0) return name + range.lowest;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= range.lowest && value <= range.highest ? value : null;
}

function sortedValues(values: ReadonlySet<number>): number[] {
  return [...values].sort((one, other) => one - other);
}
