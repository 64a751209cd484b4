import { addSkipped } from '../operations/ledger.ts';
import type { MessageOfRecord } from '../pages/page_records.ts';
import type { FetchedPage, ReadRun } from '../pages/pages_to_commit.ts';
import { fitsKey, type KnownRecordStore, type ReportedDeletionStore, type SweepStore, sweepScope } from './sweep.ts';

type Stores = { sweeps: SweepStore; knownRecords: KnownRecordStore };

type ListedPages = readonly Pick<FetchedPage, 'records'>[];
type ListedPage = Pick<FetchedPage, 'records'> & Partial<Pick<FetchedPage, 'skipped'>>;

/** Marks the ids of delivered and listed records as known, in the transaction of their page. */
export async function noteKnownRecords(s: Stores, { operation, plan }: ReadRun, pages: ListedPages): Promise<void> {
  if (!plan.sweepSchedule || operation.replay || isOtherwiseFiltered({ operation, plan })) return;
  const records = pages.flatMap((page) => page.records);
  if (records.length === 0) return;
  const sweep = await s.sweeps.find(operation);
  if (!sweep) return;
  const idsOf = (areGone: boolean) =>
    records.flatMap(({ id, isDeleted }) =>
      id !== null && fitsKey(id) && (isDeleted === true) === areGone ? [id] : [],
    );
  await s.knownRecords.forget(sweep, idsOf(true));
  // This read and the sweep differ in account, module or filters, so their ids cannot be compared.
  if (sweep.scope !== sweepScope(plan)) return;
  await s.knownRecords.see(sweep, idsOf(false), sweep.current);
}

/**
 * Removes the listed records from the pages of a sweep, because a sweep delivers only deleted records. The ledger
 * counts the removed records as `listed`.
 */
export function withoutListed<P extends ListedPage>(
  { operation }: Pick<ReadRun, 'operation'>,
  pages: readonly P[],
): readonly P[] {
  if (operation.readType !== 'sweep') return pages;
  return pages.map((page) => {
    const records = page.records.filter(({ isDeleted }) => isDeleted === true);
    const listed = page.records.length - records.length;
    return { ...page, records, skipped: addSkipped(page.skipped ?? {}, listed > 0 ? { listed } : {}) };
  });
}

/**
 * Whether a backfill has other filters than scheduled reads. Its extra records are not noted: a sweep does not list
 * them, and would report them as deleted.
 */
function isOtherwiseFiltered({ operation, plan }: Pick<ReadRun, 'operation' | 'plan'>): boolean {
  const { filtersJson, backfillFiltersJson } = plan;
  return operation.readType === 'backfill' && backfillFiltersJson !== '' && backfillFiltersJson !== filtersJson;
}

type NoteToldStores = { reportedDeletions: ReportedDeletionStore };

/**
 * Stores which deleted records each message reports, so that the deletions are reported again when the message cannot
 * be delivered.
 */
export async function noteReportedDeletions(
  s: NoteToldStores,
  { operation, plan }: ReadRun,
  messageOf: MessageOfRecord,
): Promise<void> {
  if (!plan.sweepSchedule || operation.replay) return;
  const deletions = [...messageOf].flatMap(([{ id, isDeleted }, messageId]) =>
    isDeleted && id !== null && fitsKey(id) ? [{ messageId, recordId: id }] : [],
  );
  await s.reportedDeletions.add(deletions);
}
