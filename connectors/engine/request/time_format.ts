import { fromIso, toIso } from '../../../lib/time/iso.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Scalar } from '../file/paging_facts.ts';
import type { Bound } from '../file/provider.ts';
import type { TimeFormat } from '../file/query_facts.ts';

/** An RFC 3339 time as the provider wants to see it. Throws ProviderFailure `badRequest` when it is no such time. */
export function formatTime(
  time: string,
  { format = 'rfc3339', minAgeSeconds }: Pick<Bound, 'format' | 'minAgeSeconds'>,
  now: number,
): Scalar {
  const millis = fromIso(time);
  if (millis === null) throw new ProviderFailure('badRequest', `"${time.slice(0, 40)}" is no RFC 3339 time.`);
  if (minAgeSeconds === undefined) return format === 'rfc3339' ? toMillis(time) : writers[format](millis);
  return writers[format](Math.min(millis, now - minAgeSeconds * 1000));
}

/** As it was written, zone and all, but no finer than providers read. */
function toMillis(time: string): string {
  return time.replace(/\.(\d{3})\d+/, '.$1').replace(/\.0+(?=[^\d]|$)/, '');
}

const writers: Record<TimeFormat, (millis: number) => Scalar> = {
  rfc3339: toIso,
  rfc3339Utc: toIso,
  utcNoZone: (millis) => toIso(millis).slice(0, 19),
  rfc3339Seconds: (millis) => toIso(millis).replace(/\.\d+Z$/, 'Z'),
  date: (millis) => toIso(millis).slice(0, 10),
  unixSeconds: (millis) => Math.floor(millis / 1000),
  unixMillis: (millis) => millis,
  sqlUtc: (millis) => toIso(millis).slice(0, 19).replace('T', ' '),
};
