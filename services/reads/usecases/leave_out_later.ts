import { recordTime } from '../../../connectors/engine/read/record_time.ts';
import type { Span } from '../domain/backfill_window.ts';
import { skipping } from '../domain/ledger.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { FetchedPage } from './fetch_page.ts';

type Window = Pick<ClaimedOperation, 'readType' | 'untilTime'> & {
  /** Of a window without an end. */
  readBefore?: Span | undefined;
};

/**
 * A backfill of the difference to an earlier one wants what is older than that one reached. Few providers can be asked
 * for an end; of the others, what was changed later is left out here, since it was delivered already or a scheduled read
 * will. Where there are none, it is what was changed later but before earlier reads: no provider can be asked for that. A
 * record whose time is missing or cannot be read is delivered rather than lost. A total that counts what is left out is none.
 */
export function leaveOutLater(
  page: FetchedPage,
  { readType, untilTime, readBefore }: Window,
  isAskedForEnd: () => boolean,
): FetchedPage {
  if (readType !== 'backfill') return page;
  const span = untilTime === null ? readBefore : { from: untilTime, to: Number.POSITIVE_INFINITY };
  if (!span) return page;
  const isLeftOut = (time: number) => time > span.from && time <= span.to - page.lagMillis;
  const kept = page.records.filter(({ updatedAt }) => !isLeftOut(recordTime(updatedAt)));
  const left = skipping(page, 'outsideBackfill', kept);
  return untilTime !== null && isAskedForEnd() ? left : { ...left, estimatedTotal: null };
}
