/**
 * How far back an object has been read, how far back it is wanted, and what lies between.
 *
 *     wanted ──────────────────────────▶ now        the manifest's period, counted from now
 *     ░░░░░░░░░░│ reached ─────────────▶ now        what finished backfills covered, and scheduled reads since
 *     difference
 *
 * A time is Unix ms; 0 stands for the beginning of everything. What is wanted moves on with the clock, so the same period
 * asks for nothing new a week later, and a narrower one never does. A backfill that fails has covered nothing.
 */
import type { ReadPlan } from './read_plan.ts';

const DAY = 24 * 3_600_000;
/**
 * A difference is read a little beyond the border, for providers that write times to the second or the minute: what lies
 * there may come twice. It is also how far apart the clocks of two replicas may be without making a difference of it.
 */
const BORDER_MILLIS = 60_000;

/** What a backfill reads: null for from the beginning, and for up to now. */
export type BackfillWindow = { sinceTime: number | null; untilTime: number | null };

/** Null when no history is wanted. */
export function wantedFrom({ disabled, backfillDays }: ReadPlan, now: number): number | null {
  if (disabled || backfillDays === 0) return null;
  return backfillDays < 0 ? 0 : now - backfillDays * DAY;
}

/**
 * Null when nothing is missing. What is older and has changed since is brought by scheduled reads; where there are none,
 * the difference has no end, and what was read before is left out of it (`readBefore`).
 *
 * @param reached null when no backfill has finished.
 */
export function missingWindow(
  wanted: number | null,
  reached: number | null,
  { isScheduled }: { isScheduled: boolean },
): BackfillWindow | null {
  if (wanted === null) return null;
  const sinceTime = wanted === 0 ? null : wanted;
  if (reached === null) return { sinceTime, untilTime: null };
  if (wanted >= reached - BORDER_MILLIS) return null;
  return { sinceTime, untilTime: isScheduled ? reached + BORDER_MILLIS : null };
}

/** A span of times of which all records were read before, as they are. */
export type Span = { from: number; to: number };

/**
 * What earlier reads brought and a backfill without an end would bring again: all that changed between how far back they
 * reached and how far forward they have come. `watermark`: provider time; a provider shows records up to `overlapMillis`
 * late. Null when there is no such time.
 */
export function readBefore(
  reached: number | null,
  { watermark, overlapMillis }: { watermark: number; overlapMillis: number },
): Span | null {
  if (reached === null) return null;
  const span = { from: reached + BORDER_MILLIS, to: watermark - overlapMillis };
  return span.from < span.to ? span : null;
}

/** How far back an object is read once this window is, too. */
export function reachAfter(reached: number | null, { sinceTime }: BackfillWindow): number {
  return Math.min(reached ?? Number.POSITIVE_INFINITY, sinceTime ?? 0);
}

/**
 * Whether the end of a read brings the object up to date, so that the next scheduled one may begin where it began. A
 * backfill of older records does not, nor one that begins behind the point which scheduled reads have come to.
 */
export function isUpToDateAfter(
  { readType, sinceTime, untilTime }: BackfillWindow & { readType: string },
  watermark: number,
): boolean {
  if (readType === 'scheduled') return true;
  return readType === 'backfill' && untilTime === null && (sinceTime === null || sinceTime <= watermark);
}
