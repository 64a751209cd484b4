import type { Bound, ReadSpec } from '../file/provider.ts';
import type { ProviderRecord, ReadTarget } from './read_target.ts';
import { recordTime } from './record_time.ts';

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
    const time = recordTime(updatedAt);
    // A record whose time cannot be read is delivered rather than lost.
    return Number.isNaN(time) || (time > after && time <= upTo);
  });
}

/** Whether of a read's time a part is left to us. */
export function isBoundedHere({ since, until }: ReadSpec, target: ReadTarget): boolean {
  return Boolean((since?.here && target.since !== undefined) || (until?.here && target.until !== undefined));
}

/** Whether the newest come first and the page has come to what is older than was asked for: there is no more to find. */
export function isPastSince(records: readonly ProviderRecord[], { since }: ReadSpec, target: ReadTarget): boolean {
  if (!since?.here || !since.newestFirst || target.since === undefined) return false;
  const last = records.at(-1)?.updatedAt ?? null;
  return last !== null && recordTime(last) + grain(since) <= Date.parse(target.since);
}

/** Where the provider is not asked at all, it is the record's own time that is coarse. */
function grain({ param, append, coarseSeconds = 0 }: Bound): number {
  return param === undefined && append === undefined ? coarseSeconds * 1000 : 0;
}
