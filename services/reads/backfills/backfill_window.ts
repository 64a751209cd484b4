/**
 * How far back an object has been read, how far back its history is wanted, and the difference between the two.
 *
 *     wanted ──────────────────────────▶ now        the manifest's period, counted back from now
 *     ░░░░░░░░░░│ reached ─────────────▶ now        what finished backfills covered, and scheduled reads since
 *     difference
 *
 * Times are Unix ms; 0 means "from the beginning". The wanted time moves with the clock. So the same period needs no
 * new backfill a week later, and a shorter period never needs one. A failed backfill covers nothing.
 */
import type { ReadPlan } from '../read_plan.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * A backfill of the difference overlaps the border by this much, because some providers store times to the second or
 * the minute. Records in the overlap may be delivered twice. It is also the max clock skew between two replicas that
 * causes no new backfill.
 */
const MARGIN_MS = 60_000;

/** The time range of a backfill. A null `sinceTime` means from the beginning, a null `untilTime` means up to now. */
type BackfillWindow = { sinceTime: number | null; untilTime: number | null };

/** The time from which history is wanted, Unix ms: 0 from the beginning, null when no history is wanted. */
export function backfillStart({ disabled, backfillDays }: ReadPlan, now: number): number | null {
  if (disabled || backfillDays === 0) return null;
  return backfillDays < 0 ? 0 : now - backfillDays * DAY_MS;
}

/**
 * The history that a backfill has to read; null when nothing is missing. With a schedule the window ends where earlier
 * reads began, because scheduled reads deliver older records that change later. Without a schedule the window has no
 * end, and the backfill skips the records that earlier reads delivered (`readBefore`).
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
  if (wanted >= reached - MARGIN_MS) return null;
  return { sinceTime, untilTime: isScheduled ? reached + MARGIN_MS : null };
}

/** A range of times, Unix ms. Every record in it was read, and the record has not changed since. */
export type ReadSpan = { from: number; to: number };

/**
 * Returns the range that earlier reads delivered and that a backfill without an end would read again: everything that
 * changed between `reached` and the watermark. `watermark` is provider time. A provider shows records up to `overlapMs`
 * late. Returns null when there is no range to skip.
 */
export function readBefore(
  reached: number | null,
  { watermark, overlapMs }: { watermark: number; overlapMs: number },
): ReadSpan | null {
  if (reached === null) return null;
  const span = { from: reached + MARGIN_MS, to: watermark - overlapMs };
  return span.from < span.to ? span : null;
}

/** How far back the object has been read once a backfill of this window has finished, Unix ms. */
export function reachAfter(reached: number | null, { sinceTime }: BackfillWindow): number {
  return Math.min(reached ?? Number.POSITIVE_INFINITY, sinceTime ?? 0);
}

/**
 * Whether the object is up to date when this read ends, so that the next scheduled read may ask for changes since the
 * start of this read. False for a backfill of older records, and for a backfill whose range begins after the watermark
 * of the scheduled reads.
 */
export function isUpToDateAfter(
  { readType, sinceTime, untilTime }: BackfillWindow & { readType: string },
  watermark: number,
): boolean {
  if (readType === 'scheduled') return true;
  return readType === 'backfill' && untilTime === null && (sinceTime === null || sinceTime <= watermark);
}
