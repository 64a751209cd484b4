/** `local`: the time zone of the browser. */
export type Zone = 'local' | 'utc';
type Options = { zone: Zone; withMs?: boolean };

/**
 * An instant as date and time, with `UTC` in that zone. `at`: ISO 8601. A text that is no valid time is returned
 * unchanged.
 */
export function timeText(at: string, { zone, withMs = false }: Options): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  const iso = (zone === 'utc' ? time : new Date(time.getTime() - time.getTimezoneOffset() * 60_000)).toISOString();
  const text = iso.slice(0, withMs ? 23 : 19).replace('T', ' ');
  return zone === 'utc' ? `${text} UTC` : text;
}

const STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** The distance from now, in whole units of the largest unit that fits. `ms`: milliseconds; negative in the past. */
export function relativeText(ms: number): string {
  const [unit, step] = STEPS.find(([, size]) => Math.abs(ms) >= size) ?? ['second', 1_000];
  return words.format(Math.trunc(ms / step), unit);
}
