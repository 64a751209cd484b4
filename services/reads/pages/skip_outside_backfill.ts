import { recordTime } from '../../../connectors/engine/read/record_time.ts';
import type { Span } from '../backfills/backfill_window.ts';
import { skipping } from '../operations/ledger.ts';
import type { ClaimedOperation } from '../operations/operation.ts';
import type { FetchedPage } from './pages_to_commit.ts';

type Window = Pick<ClaimedOperation, 'readType' | 'untilTime'> & {
  /** Only for a window without an end. */
  readBefore?: Span | undefined;
};

/**
 * A backfill of the difference to an earlier one wants only records older than the earlier one reached. Few providers
 * can filter by an end time, so for the others later records are dropped here: they were delivered already, or a
 * scheduled read will deliver them. Without a schedule, records inside the range of earlier reads are dropped instead;
 * no provider can filter by that. A record without a readable time is delivered, to be safe. A total that counts
 * dropped records is removed.
 */
export function skipOutsideBackfill(
  page: FetchedPage,
  { readType, untilTime, readBefore }: Window,
  isAskedForEnd: () => boolean,
): FetchedPage {
  if (readType !== 'backfill') return page;
  const span = untilTime === null ? readBefore : { from: untilTime, to: Number.POSITIVE_INFINITY };
  if (!span) return page;
  const isLeftOut = (time: number) => time > span.from && time <= span.to - page.lagMs;
  const kept = page.records.filter(({ updatedAt }) => !isLeftOut(recordTime(updatedAt)));
  const left = skipping(page, 'outsideBackfill', kept);
  return untilTime !== null && isAskedForEnd() ? left : { ...left, estimatedTotal: null };
}
