import type { ProviderRecord } from '../answer/provider_record.ts';
import type { Bound, ReadSpec } from '../file/provider.ts';
import type { ReadTarget } from '../request/read_target.ts';
import { recordTime } from './record_time.ts';

/** Keeps the records updated after `since` and up to `until`, if the file declares that the engine filters by time. */
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
    // A record whose time cannot be parsed is delivered, so that it is not lost.
    return Number.isNaN(time) || (time > after && time <= upTo);
  });
}

/** Whether the engine itself applies `since` or `until`. */
export function isTimeFilteredByEngine({ since, until }: ReadSpec, target: ReadTarget): boolean {
  return Boolean((since?.here && target.since !== undefined) || (until?.here && target.until !== undefined));
}

/** Whether no later page can match: the list is sorted newest first, and this page ends before `since`. */
export function isPastSince(records: readonly ProviderRecord[], { since }: ReadSpec, target: ReadTarget): boolean {
  if (!since?.here || !since.newestFirst || target.since === undefined) return false;
  const last = records.at(-1)?.updatedAt ?? null;
  return last !== null && recordTime(last) + grain(since) <= Date.parse(target.since);
}

/** The tolerance in milliseconds. If the provider gets no bound, `coarseSeconds` is the resolution of updated-at. */
function grain({ param, append, coarseSeconds = 0 }: Bound): number {
  return param === undefined && append === undefined ? coarseSeconds * 1000 : 0;
}
