import { type Command, InvalidArgumentError } from 'commander';
import { fromIso, toIso } from '../../lib/time/iso.ts';

/** The filters of `operations list` and `deliveries list`. `since` and `until` are converted to RFC 3339. */
export type FilterOptions = {
  installation?: string;
  object?: string;
  since?: string;
  until?: string;
  limit: number;
  json?: boolean;
};

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_ROWS = 10_000;

export function withFilters(command: Command, now: () => number = Date.now): Command {
  return command
    .option('--installation <id or group>', 'of this installation: its id, or the ref of its group')
    .option('--object <name>', 'of this object')
    .option('--since <time>', 'created at this time or later: RFC 3339, or an age such as 30m, 2h, 7d', timeBefore(now))
    .option('--until <time>', 'created before this time', timeBefore(now))
    .option('--limit <n>', 'max rows', rows, 50)
    .option('--json', 'as JSON, as the API answers');
}

/** Parses RFC 3339 or an age before `now`. Returns RFC 3339. */
export function timeBefore(now: () => number) {
  return (text: string): string => {
    const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
    if (unit) return toIso(now() - Number(count) * (UNITS[unit] ?? 0));
    const time = fromIso(text);
    if (time === null) throw new InvalidArgumentError('Give RFC 3339, or an age such as 30m, 2h, 7d.');
    return toIso(time);
  };
}

function rows(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0 && count <= MAX_ROWS) return count;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_ROWS}.`);
}
