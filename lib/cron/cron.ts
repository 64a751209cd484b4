import { Cron } from 'croner';

/**
 * Schedules: five-field cron, always in UTC, at most every ten minutes. Only the plain dialect is taken (numbers, names,
 * lists, ranges, steps), so that a schedule means the same to every tool that reads the manifest.
 */
const MIN_GAP_MINUTES = 10;
const MAX_WAIT_MILLIS = 400 * 24 * 3_600_000;
/** A day of the densest legal schedule has 144 ticks, so this many meet every gap that repeats daily. */
const TICKS_LOOKED_AT = 200;
const NAMES = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)\b/gi;
const PLAIN_FIELD = /^[\d*,/-]+$/;

/** `now`: Unix ms that the next runs are counted from. `minGapMinutes`: how far apart two runs must be (10). */
export type CronOptions = { now?: number; minGapMinutes?: number };

/** Why a text can't be a schedule, as a sentence; null when it can. */
export function checkCron(
  text: string,
  { now = Date.now(), minGapMinutes = MIN_GAP_MINUTES }: CronOptions = {},
): string | null {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return 'A schedule has five fields: minute, hour, day of month, month, day of week.';
  if (!fields.every((field) => PLAIN_FIELD.test(field.replace(NAMES, '0'))))
    return 'A schedule is made of numbers, names, *, -, / and commas.';
  try {
    return faultOfRuns(parse(text).nextRuns(TICKS_LOOKED_AT, new Date(now)), now, minGapMinutes);
  } catch {
    return 'This is not a valid cron schedule.';
  }
}

/**
 * The first run strictly after a time, both in Unix milliseconds.
 * Throws for a text that checkCron refuses, and for a schedule that never runs again.
 */
export function nextRun(text: string, afterMillis: number): number {
  const next = parse(text).nextRun(new Date(afterMillis));
  if (!next) throw new RangeError('The schedule never runs again.');
  return next.getTime();
}

function parse(text: string): Cron {
  return new Cron(text.trim(), { mode: '5-part', utcOffset: 0, paused: true });
}

function faultOfRuns(runs: Date[], now: number, minGapMinutes: number): string | null {
  const times = runs.map((run) => run.getTime());
  const [first] = times;
  if (first === undefined || first - now > MAX_WAIT_MILLIS) return 'The schedule has no run within the next 400 days.';
  const tooClose = times.some((time, i) => i > 0 && time - (times[i - 1] ?? 0) < minGapMinutes * 60_000);
  return tooClose ? `The schedule runs more often than every ${minGapMinutes} minutes.` : null;
}
