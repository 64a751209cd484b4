import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { DownloadLinks } from '../domain/download_link.ts';
import { addSkipped, type Skipped } from '../domain/ledger.ts';
import type { Message } from '../domain/message.ts';
import { packPage, renderMessages, type Parcel } from '../domain/page_messages.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { ObjectKey, Stores } from '../domain/stores.ts';
import type { FetchedPage } from './fetch_page.ts';
import { noteDifference } from './note_difference.ts';
import { keepPages } from './keep_pages.ts';
import type { Boundary } from './boundary.ts';
import { pageEntries } from './page_entries.ts';
import { noteKnown, withoutListed } from './note_known.ts';
import { pageCommitted } from './read_events.ts';
import { releaseHeld } from './release_held.ts';

type Deps = {
  stores: Stores;
  clock: Clock;
  newId: NewId;
  links: DownloadLinks;
  boundary: Boundary;
  leaseMillis: number;
  keepMillis: number;
  rules: Rules;
};

/** Where there is no message to number. */
const NOTHING = { first: 0, pageCredit: 0 };

/** Pages that follow one another, each record already as JSON text. */
export type PagesToCommit = {
  /** `nextCursorJson`: where the page after it starts; null when it was the last. */
  pages: readonly Pick<
    FetchedPage,
    | 'records'
    | 'fetched'
    | 'skipped'
    | 'estimatedTotal'
    | 'nextCursorJson'
    | 'notes'
    | 'kept'
    | 'difference'
    | 'lagMillis'
    | 'bytes'
  >[];
  firstPageSeq: number;
  /** -1 when unknown. */
  estimatedTotal: number;
  /** The most that the provider's clock was behind in this read. */
  lagMillis: number;
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
export function makeCommitPages({ stores, clock, newId, links, boundary, leaseMillis, keepMillis, rules }: Deps) {
  /** How many records it delivered; null when the lease was lost: then nothing was written. */
  return async function commitPages(run: ReadRun, fetched: PagesToCommit): Promise<number | null> {
    const { operation, plan } = run;
    const listed = operation.readType === 'sweep' ? fetched.pages.map(withoutListed) : fetched.pages;
    const { pages, seen } = await boundary.siftPages(run, listed);
    const given = { ...fetched, pages };
    const packed = given.pages.map(({ records }) =>
      packPage(
        records.map(({ text }) => text),
        run.envelope,
        { maxRecords: maxRecords(plan) },
      ),
    );
    const parcels = packed.flat();
    const skipped = skippedSoFar(run, given);
    const written = await stores
      .transaction(async (s) => {
        const taken = parcels.length === 0 ? NOTHING : await s.schedules.takeSequences(operation, parcels.length);
        const now = clock.now();
        if (!taken || !(await checkpoint(s, run, { ...given, skipped }, now))) throw new LeaseLost();
        const messages = render(run, parcels, taken.first);
        if (messages.length > 0) await hand(s, run, messages, { now, pageCredit: taken.pageCredit });
        await boundary.note(s, run, seen, fetched.lagMillis);
        await noteDifference(s, run, given.pages);
        await keepPages(s, run, { ...given, fetched: fetched.pages, messages, expireTime: now + keepMillis });
        await noteKnown(s, run, fetched.pages);
        await s.pages.add(operation.projectId, operation.id, pageEntries(given, { packed, messages, newId, now }));
        await logNotes(s, run, given, now);
        return recordsIn(pages);
      })
      .catch(leaseLostMeansNull);
    if (written !== null) operation.skipped = skipped;
    return written;
  };

  function skippedSoFar({ operation }: ReadRun, { pages }: PagesToCommit): Skipped {
    if (!rules.holds('ledger')) return operation.skipped;
    return pages.reduce((sum, page) => addSkipped(sum, page.skipped), operation.skipped);
  }

  /** Has messages delivered: at once, when they are asked for, or behind those of before that are about to go. */
  async function hand(
    s: Stores,
    { operation, plan }: ReadRun,
    messages: Message[],
    { now, pageCredit }: { now: number; pageCredit: number },
  ): Promise<void> {
    const isHeld = plan.deliveryMode === 'onRequest' || (await areOthersFirst(s, operation, pageCredit));
    await s.messages.add(messages, { createTime: now, isHeld });
    const schedule = isHeld ? await s.schedules.lock(operation) : undefined;
    if (schedule) await releaseHeld(s, schedule, { credit: schedule.pageCredit, newId, now, rules });
    if (isHeld) return;
    const ids = messages.map(({ id }) => id);
    await s.outbox.add(pageCommitted(plan, operation.id, ids, { newId, now }));
  }

  /** An object that was turned to `auto` has all the credit there is, and for a while what it held before. */
  async function areOthersFirst(s: Stores, key: ObjectKey, pageCredit: number): Promise<boolean> {
    return pageCredit > 0 && rules.holds('heldFirst') && (await s.heldMessages.hasAny(key));
  }

  function checkpoint(
    s: Stores,
    { operation }: ReadRun,
    { pages, firstPageSeq, estimatedTotal, lagMillis, skipped }: PagesToCommit & { skipped: Skipped },
    now: number,
  ): Promise<boolean> {
    const cursorJson = pages.at(-1)?.nextCursorJson ?? null;
    const pageSeq = firstPageSeq + pages.length - 1;
    return s.operations.checkpoint(operation, {
      cursorJson,
      isRead: cursorJson === null,
      pageSeq,
      records: recordsIn(pages),
      fetched: pages.reduce((sum, page) => sum + page.fetched, 0),
      skipped,
      estimatedTotal,
      lagMillis,
      bytes: pages.reduce((sum, page) => sum + (page.bytes ?? 0), 0),
      leaseMillis,
      now,
    });
  }

  function render({ operation, envelope }: ReadRun, parcels: readonly Parcel[], first: number): Message[] {
    const { projectId, installationId, objectName, id: operationId } = operation;
    const rendering = { envelope, newId, downloadUrl: links.urlOf };
    return renderMessages(parcels, { projectId, installationId, objectName, operationId }, first, rendering);
  }

  async function logNotes(s: Stores, { operation }: ReadRun, { pages }: PagesToCommit, now: number): Promise<void> {
    const lines = pages.flatMap(({ notes }) =>
      notes.map((note) => ({ id: newId(), time: now, severity: 'INFO' as const, msg: `Found out: ${note}.` })),
    );
    if (lines.length > 0) await s.logs.add(operation.projectId, operation.id, lines);
  }
}

function recordsIn(pages: PagesToCommit['pages']): number {
  return pages.reduce((sum, { records }) => sum + records.length, 0);
}

/** Undoes the transaction, sequence and all; never leaves this file. */
class LeaseLost extends Error {}

function leaseLostMeansNull(error: unknown): null {
  if (error instanceof LeaseLost) return null;
  throw error;
}

function maxRecords({ deliveryMode, pageSize }: ReadPlan): number {
  return deliveryMode === 'onRequest' && pageSize > 0 ? pageSize : Number.POSITIVE_INFINITY;
}

export type CommitPages = ReturnType<typeof makeCommitPages>;
