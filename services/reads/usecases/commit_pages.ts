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
import { releaseHeld } from './release_held.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; links: DownloadLinks; leaseMillis: number };

/** Pages that follow one another, each record already as JSON text. */
export type PagesToCommit = {
  /** `nextCursorJson`: where the page after it starts; null when it was the last. */
  pages: readonly { records: readonly string[]; nextCursorJson: string | null; notes?: readonly string[] }[];
  firstPageSeq: number;
  /** -1 when unknown. */
  estimatedTotal: number;
};

/**
 * The heart of the promise: the messages of a page, the place of the next page and the event that has them delivered
 * are written in one transaction, or not at all, and only while the lease holds. Dying before it means the page is
 * fetched again; dying after it, that it never is. (Pages that came in during one commit share the next: each is still
 * messages of its own.)
 *
 * The sequence is taken first because its row is the object's lock: two workers that both believe they hold the
 * operation go through here one after the other, and the fence stops the one that is wrong.
 */
export function makeCommitPages({ stores, clock, newId, links, leaseMillis }: Deps) {
  /** False when the lease was lost; then nothing was written. */
  return async function commitPages(run: ReadRun, given: PagesToCommit): Promise<boolean> {
    const { operation, plan } = run;
    const parcels = given.pages.flatMap(({ records }) =>
      packPage(records, run.envelope, { maxRecords: maxRecords(plan) }),
    );
    return stores
      .transaction(async (s) => {
        const first = parcels.length === 0 ? 0 : await s.schedules.takeSequences(operation, parcels.length);
        const now = clock.now();
        if (first === undefined || !(await checkpoint(s, run, given, now))) throw new LeaseLost();
        const messages = render(run, parcels, first);
        if (messages.length > 0) await hand(s, run, messages, now);
        await logPages(s, run, given, now);
        return true;
      })
      .catch(leaseLostMeansFalse);
  };

  /** Has messages delivered, at once or when they are asked for. */
  async function hand(s: Stores, { operation, plan }: ReadRun, messages: Message[], now: number): Promise<void> {
    const isHeld = plan.deliveryMode === 'onRequest';
    await s.messages.add(messages, { createTime: now, isHeld });
    const schedule = isHeld ? await s.schedules.lock(operation) : undefined;
    if (schedule) await releaseHeld(s, schedule, { credit: schedule.pageCredit, newId, now });
    if (isHeld) return;
    const ids = messages.map(({ id }) => id);
    await s.outbox.add(pageCommitted(plan, operation.id, ids, { newId, now }));
  }

  function checkpoint(
    s: Stores,
    { operation }: ReadRun,
    { pages, firstPageSeq, estimatedTotal }: PagesToCommit,
    now: number,
  ): Promise<boolean> {
    const cursorJson = pages.at(-1)?.nextCursorJson ?? null;
    const records = pages.reduce((sum, page) => sum + page.records.length, 0);
    const pageSeq = firstPageSeq + pages.length - 1;
    return s.operations.checkpoint(operation, {
      cursorJson,
      isRead: cursorJson === null,
      pageSeq,
      records,
      estimatedTotal,
      leaseMillis,
      now,
    });
  }

  function render({ operation, envelope }: ReadRun, parcels: readonly Parcel[], first: number): Message[] {
    const { projectId, installationId, objectName, id: operationId } = operation;
    const rendering = { envelope, newId, downloadUrl: links.urlOf };
    return renderMessages(parcels, { projectId, installationId, objectName, operationId }, first, rendering);
  }

  async function logPages(
    s: Stores,
    { operation }: ReadRun,
    { pages, firstPageSeq }: PagesToCommit,
    now: number,
  ): Promise<void> {
    const notes = pages.flatMap((page) => page.notes ?? []);
    const counts = pages
      .map(({ records }, i) => ({ pageSeq: firstPageSeq + i, records: records.length }))
      .filter(({ pageSeq }) => isPageLogged(pageSeq))
      .map(({ pageSeq, records }) => `Page ${pageSeq}: ${records} records.`);
    const lines = [...notes.map((note) => `Found out: ${note}.`), ...counts].map((msg) => ({
      id: newId(),
      time: now,
      severity: 'INFO' as const,
      msg,
    }));
    if (lines.length > 0) await s.logs.add(operation.projectId, operation.id, lines);
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

export type CommitPages = ReturnType<typeof makeCommitPages>;
