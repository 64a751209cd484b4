import { parseCron } from './cron_fields.ts';
import { gapMinutes, hasDay, type RunGap, smallestGap } from './smallest_gap.ts';

const MIN_GAP_MINUTES = 10;
/** The max length of a schedule; the same as the max length of a name. */
const MAX_LENGTH = 191;
const MONTH_AND_DAY_NAMES = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)\b/gi;
const PLAIN_FIELD = /^[\d*,/-]+$/;

/**
 * The fault of a schedule, as a sentence; null when it is valid. All gaps between runs over the whole calendar are
 * checked, so the result does not depend on the current date. `minGapMinutes`: min time between two runs.
 */
export function checkCron(text: string, minGapMinutes = MIN_GAP_MINUTES): string | null {
  if (text.length > MAX_LENGTH) return `A schedule has at most ${MAX_LENGTH} characters.`;
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) return 'A schedule has five fields: minute, hour, day of month, month, day of week.';
  if (!parts.every((part) => PLAIN_FIELD.test(part.replace(MONTH_AND_DAY_NAMES, '0'))))
    return 'A schedule is made of numbers, names, *, -, / and commas.';
  const fields = parseCron(text);
  if (!fields) return 'This is not a valid cron schedule.';
  if (!hasDay(fields)) return 'The schedule never runs: no such day comes.';
  const gap = smallestGap(fields);
  return gap && gapMinutes(gap) < minGapMinutes ? tooOftenText(gap, minGapMinutes) : null;
}

function tooOftenText(gap: RunGap, minGapMinutes: number): string {
  const times = `${timeText(gap.from)} and ${timeText(gap.to)}`;
  return `The schedule runs more often than every ${minGapMinutes} minutes: at ${times}, for example.`;
}

function timeText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
