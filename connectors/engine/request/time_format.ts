import { fromIso, toIso } from '../../../lib/time/iso.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Scalar } from '../file/paging_facts.ts';
import type { Bound } from '../file/provider.ts';
import type { TimeFormat } from '../file/query_facts.ts';

/** Converts an RFC 3339 time to the provider's format. Throws ProviderFailure `badRequest` when it is not RFC 3339. */
export function formatTime(
  time: string,
  { format = 'rfc3339', minAgeSeconds }: Pick<Bound, 'format' | 'minAgeSeconds'>,
  now: number,
): Scalar {
  const ms = fromIso(time);
  if (ms === null) throw new ProviderFailure('badRequest', `"${time.slice(0, 40)}" is not an RFC 3339 time.`);
  if (minAgeSeconds === undefined) return format === 'rfc3339' ? truncateToMs(time) : writers[format](ms);
  return writers[format](Math.min(ms, now - minAgeSeconds * 1000));
}

/**
 * Truncates fractions to milliseconds, because providers reject longer fractions, and drops zero fractions. Keeps the
 * time zone.
 */
function truncateToMs(time: string): string {
  return time.replace(/\.(\d{3})\d+/, '.$1').replace(/\.0+(?=[^\d]|$)/, '');
}

const writers: Record<TimeFormat, (ms: number) => Scalar> = {
  rfc3339: toIso,
  rfc3339Utc: toIso,
  utcNoZone: (ms) => toIso(ms).slice(0, 19),
  rfc3339Seconds: (ms) => toIso(ms).replace(/\.\d+Z$/, 'Z'),
  date: (ms) => toIso(ms).slice(0, 10),
  unixSeconds: (ms) => Math.floor(ms / 1000),
  unixMillis: (ms) => ms,
  sqlUtc: (ms) => toIso(ms).slice(0, 19).replace('T', ' '),
};
