import type { PageToKeep, SealedPage } from '../domain/kept_page.ts';
import type { Message } from '../domain/message.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../domain/stores.ts';

type Page = { records: readonly { id: string | null }[]; kept?: SealedPage | undefined };

/**
 * Stores what was kept of pages, in the transaction that commits them. `messages` are those of all the pages, in order:
 * a page's own are found by counting its records, so that a replay can look at what was delivered then. `fetched` are the
 * pages as they came, before records that somebody has already were left out.
 */
export async function keepPages(
  s: Stores,
  { operation }: ReadRun,
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
  const { projectId, installationId, id: operationId } = operation;
  const toKeep: PageToKeep[] = [];
  let at = 0;
  for (const [i, { records, kept }] of pages.entries()) {
    const from = at;
    for (let left = records.length; left > 0; at += 1) left -= messages[at]?.numRecords ?? left;
    const delivered = { firstSequence: messages[from]?.sequence ?? 0, messages: at - from };
    if (kept) toKeep.push({ ...kept, ...delivered, pageSeq: firstPageSeq + i, leftOut: leftOut(fetched[i], records) });
  }
  if (toKeep.length > 0) await s.kept.add({ projectId, installationId, operationId }, toKeep, expireTime);
}

/** Those of the fetched records, by their place, that are not among the delivered. */
function leftOut(fetched: Page | undefined, delivered: Page['records']): number[] {
  if (!fetched || fetched.records.length === delivered.length) return [];
  const kept = new Set(delivered);
  return fetched.records.flatMap((record, i) => (kept.has(record) ? [] : [i]));
}
