import type { ReadSpec } from '../file/provider.ts';

/**
 * When a record says it was changed, in Unix ms; NaN when it does not, or in no way that is known. Times without a zone
 * are UTC for every provider that we know; Date.parse would take them for local. Numbers are Unix times.
 */
export function recordTime(text: string | null): number {
  if (text === null) return NaN;
  if (/^\d{9,11}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  return Date.parse(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
}

const SECOND = 1_000;
const DAY = 86_400_000;

/** How much more than it was asked for a provider may send at `since`, because it asks or compares in coarse steps. Ms. */
export function sinceGrain({
  since,
  where,
  narrowed,
  windows,
}: Pick<ReadSpec, 'since' | 'where' | 'narrowed' | 'windows'>): number {
  const own = Math.max(
    SECOND,
    (since?.coarseSeconds ?? 0) * SECOND,
    since?.format === 'date' || where?.time === 'date' || windows?.wholeDays ? DAY : 0,
  );
  return narrowed ? Math.max(own, sinceGrain(narrowed as ReadSpec)) : own;
}
