/** `local`: of the reader's place. */
export type Zone = 'local' | 'utc';
type Options = { zone: Zone; withMs?: boolean };

/** An instant as date and time, the largest unit first; UTC says so. `at`: ISO 8601. An unreadable time stays as it is. */
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

/** How far from now, in whole units of the largest that fits. `ms`: milliseconds; negative is the past. */
export function relativeText(ms: number): string {
  const [unit, step] = STEPS.find(([, size]) => Math.abs(ms) >= size) ?? ['second', 1_000];
  return words.format(Math.trunc(ms / step), unit);
}
