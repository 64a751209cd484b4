import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { DownloadLinks } from '../domain/download_link.ts';
import type { Message } from '../domain/message.ts';
import { isPageLogged } from '../domain/operation_log.ts';
import { packPage, renderMessages, type Parcel } from '../domain/page_messages.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../domain/stores.ts';
import { pageCommitted } from './read_events.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; links: DownloadLinks; leaseMillis: number };

/** A page as it goes in: each record already as JSON text. */
export type PageToCommit = {
  pageSeq: number;
  records: readonly string[];
  /** Where the next page starts; null when this was the last. */
  nextCursorJson: string | null;
  /** -1 when unknown. */
  estimatedTotal: number;
};

/**
 * The heart of the promise: a page's messages, the place of the next page and the event that has them delivered are
 * written in one transaction, or not at all, and only while the lease holds. Dying before it means the page is fetched
 * again; dying after it, that it never is.
 *
 * The sequence is taken first because its row is the object's lock: two workers that both believe they hold the
 * operation go through here one after the other, and the fence stops the one that is wrong.
 */
export function makeCommitPage({ stores, clock, newId, links, leaseMillis }: Deps) {
  /** False when the lease was lost; then nothing was written. */
  return async function commitPage(run: ReadRun, page: PageToCommit): Promise<boolean> {
    const { operation, plan } = run;
    const parcels = packPage(page.records, run.envelope, { maxRecords: maxRecords(plan) });
    return stores.transaction(async (s) => {
      const first = parcels.length === 0 ? 0 : await s.schedules.takeSequences(operation, parcels.length);
      if (first === undefined) return false;
      const now = clock.now();
      if (!await checkpoint(s, run, page, now)) throw new LeaseLost();
      const messages = render(run, parcels, first);
      if (messages.length > 0) {
        await s.messages.add(messages, now);
        await s.outbox.add(pageCommitted(plan, operation.id, messages.map(({ id }) => id), { newId, now }));
      }
      if (isPageLogged(page.pageSeq)) await logPage(s, run, page, now);
      return true;
    }).catch(leaseLostMeansFalse);
  };

  function checkpoint(s: Stores, { operation }: ReadRun, page: PageToCommit, now: number): Promise<boolean> {
    return s.operations.checkpoint(operation, {
      cursorJson: page.nextCursorJson, isRead: page.nextCursorJson === null, pageSeq: page.pageSeq,
      records: page.records.length, estimatedTotal: page.estimatedTotal, leaseMillis, now,
    });
  }

  function render({ operation, envelope }: ReadRun, parcels: readonly Parcel[], first: number): Message[] {
    const { projectId, installationId, objectName, id: operationId } = operation;
    const rendering = { envelope, newId, downloadUrl: links.urlOf };
    return renderMessages(parcels, { projectId, installationId, objectName, operationId }, first, rendering);
  }

  async function logPage(s: Stores, { operation }: ReadRun, { pageSeq, records }: PageToCommit, now: number): Promise<void> {
    const msg = `Page ${pageSeq}: ${records.length} records.`;
    await s.logs.add(operation.projectId, operation.id, [{ id: newId(), time: now, severity: 'INFO', msg }]);
  }
}

/** Undoes the transaction, sequence and all; never leaves this file. */
class LeaseLost extends Error {}

function leaseLostMeansFalse(error: unknown): false {
  if (error instanceof LeaseLost) return false;
  throw error;
}

function maxRecords({ deliveryMode, pageSize }: ReadPlan): number {
  return deliveryMode === 'onRequest' && pageSize > 0 ? pageSize : Number.POSITIVE_INFINITY;
}

export type CommitPage = ReturnType<typeof makeCommitPage>;
