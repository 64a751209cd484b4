import { recordTime } from '../../../connectors/engine/read/record_time.ts';
import { skipping } from '../domain/ledger.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { FetchedPage } from './fetch_page.ts';

type Window = Pick<ClaimedOperation, 'readType' | 'untilTime'>;

/**
 * A backfill of the difference to an earlier one wants what is older than that one reached. Few providers can be asked
 * for an end; of the others, what was changed later is left out here, since it was delivered already. A record whose
 * time is missing or cannot be read is delivered rather than lost. A total that counts what is left out is none.
 */
export function leaveOutLater(
  page: FetchedPage,
  { readType, untilTime }: Window,
  isAskedForEnd: () => boolean,
): FetchedPage {
  if (readType !== 'backfill' || untilTime === null) return page;
  const kept = page.records.filter(({ updatedAt }) => !(recordTime(updatedAt) > untilTime));
  const left = skipping(page, 'outsideBackfill', kept);
  return isAskedForEnd() ? left : { ...left, estimatedTotal: null };
}
