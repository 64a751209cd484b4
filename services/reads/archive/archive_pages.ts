import type { Message } from '../messages/message.ts';
import type { ArchivedOperation } from './archive_page.ts';
import type { ArchiveStore, PageToArchive, SealedPage } from './archived_page.ts';

type Stores = { archive: ArchiveStore };

type Page = { records: readonly { id: string | null }[]; archived?: SealedPage | undefined };

/**
 * Stores the archive of pages, in the transaction that commits them, each with the messages that it became, so that a
 * replay can compare its result with them. `messages`: those of all the pages, in the order of the records, so counting
 * a page's records gives its messages. `fetched`: the pages before duplicates were removed.
 */
export async function archivePages(
  s: Stores,
  { projectId, installationId, id: operationId }: ArchivedOperation,
  {
    pages,
    fetched,
    firstPageSeq,
    messages,
    expireTime,
  }: {
    pages: readonly Page[];
    fetched: readonly Page[];
    firstPageSeq: number;
    messages: readonly Message[];
    expireTime: number;
  },
): Promise<void> {
  const toArchive: PageToArchive[] = [];
  let at = 0;
  for (const [i, { records, archived }] of pages.entries()) {
    const from = at;
    for (let left = records.length; left > 0; at += 1) left -= messages[at]?.numRecords ?? left;
    const delivered = { firstSequence: messages[from]?.sequence ?? 0, messages: at - from };
    if (archived)
      toArchive.push({
        ...archived,
        ...delivered,
        pageSeq: firstPageSeq + i,
        leftOut: pageNotArchivedText(fetched[i], records),
      });
  }
  if (toArchive.length > 0) await s.archive.add({ projectId, installationId, operationId }, toArchive, expireTime);
}

/** The indexes of the fetched records that were not delivered. */
function pageNotArchivedText(fetched: Page | undefined, delivered: Page['records']): number[] {
  if (!fetched || fetched.records.length === delivered.length) return [];
  const sent = new Set(delivered);
  return fetched.records.flatMap((record, i) => (sent.has(record) ? [] : [i]));
}
