import type { ReadSpec } from '../file/provider.ts';

/**
 * Parses a record's updated-at to Unix milliseconds; NaN when it is missing or in an unknown format. A time without a
 * zone is read as UTC, as every known provider means it; Date.parse would assume local time. Numbers are Unix seconds
 * or milliseconds, depending on their length.
 */
export function recordTime(text: string | null): number {
  if (text === null) return NaN;
  if (/^\d{9,11}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  return Date.parse(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * The time resolution of `since` in milliseconds. A provider may send records that are this much older than `since`.
 */
export function sinceResolutionMs({
  since,
  where,
  narrowed,
  windows,
}: Pick<ReadSpec, 'since' | 'where' | 'narrowed' | 'windows'>): number {
  const own = Math.max(
    SECOND_MS,
    (since?.coarseSeconds ?? 0) * SECOND_MS,
    since?.format === 'date' || where?.time === 'date' || windows?.wholeDays ? DAY_MS : 0,
  );
  return narrowed ? Math.max(own, sinceResolutionMs(narrowed as ReadSpec)) : own;
}
