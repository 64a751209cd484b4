import type { Bound, ReadSpec } from '../file/provider.ts';
import type { ProviderRecord, ReadTarget } from './read_target.ts';

/** For providers without a time filter of their own: keeps what was updated after `since` and up to `until`. */
export function withinBounds(
  records: ProviderRecord[],
  { since, until }: ReadSpec,
  target: ReadTarget,
): ProviderRecord[] {
  const after = since?.here && target.since !== undefined ? Date.parse(target.since) - grain(since) : -Infinity;
  const upTo = until?.here && target.until !== undefined ? Date.parse(target.until) + grain(until) : Infinity;
  if (after === -Infinity && upTo === Infinity) return records;
  return records.filter(({ updatedAt }) => {
    const time = updatedAt === null ? NaN : millisOf(updatedAt);
    // A record whose time cannot be read is delivered rather than lost.
    return Number.isNaN(time) || (time > after && time <= upTo);
  });
}

/** Whether the newest come first and the page has come to what is older than was asked for: there is no more to find. */
export function isPastSince(records: readonly ProviderRecord[], { since }: ReadSpec, target: ReadTarget): boolean {
  if (!since?.here || !since.newestFirst || target.since === undefined) return false;
  const last = records.at(-1)?.updatedAt ?? null;
  return last !== null && millisOf(last) + grain(since) <= Date.parse(target.since);
}

/** Where the provider is not asked at all, it is the record's own time that is coarse. */
function grain({ param, append, coarseSeconds = 0 }: Bound): number {
  return param === undefined && append === undefined ? coarseSeconds * 1000 : 0;
}

/** Times without a zone are UTC for every provider that we know; Date.parse would take them for local. Numbers are Unix times. */
function millisOf(text: string): number {
  if (/^\d{9,11}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  return Date.parse(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}
