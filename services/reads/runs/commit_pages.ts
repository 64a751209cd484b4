import type { Transacting } from '../../../lib/db/transacting.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import { archivePages } from '../archive/archive_pages.ts';
import type { ArchiveStore } from '../archive/archived_page.ts';
import type { Boundary } from '../boundary/boundary.ts';
import type { BoundaryStore } from '../boundary/boundary_note.ts';
import { noteKnown, noteTold, withoutListed } from '../deletes/note_known.ts';
import type { KnownRecordStore, SweepStore, ToldDeletionStore } from '../deletes/sweep.ts';
import type { OutboxStore } from '../event_stores.ts';
import type { DownloadLinks } from '../messages/download_link.ts';
import { pageCommitted, releaseHeld } from '../messages/held_messages.ts';
import type { HeldMessageStore, Message, MessageStore } from '../messages/message.ts';
import { type Parcel, packPage, renderMessages } from '../messages/page_messages.ts';
import { recordHashes } from '../messages/record_hash.ts';
import type { ObjectKey } from '../object_key.ts';
import { addSkipped, afterCheckpoint, type Checkpoint, type Skipped } from '../operations/ledger.ts';
import type { OperationStore } from '../operations/operation.ts';
import type { RecordCountStore } from '../operations/outcome.ts';
import type { PageStore } from '../operations/page.ts';
import { messageOfRecord, oldestTime, pageEntries, recordsOfMessages } from '../pages/page_records.ts';
import type { CommitPages, Committed, PagesToCommit, ReadRun } from '../pages/pages_to_commit.ts';
import type { ReadPlan } from '../read_plan.ts';
import { noteDifference } from '../replays/end_replay.ts';
import type { ReplayStore } from '../replays/replay.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import { type NoteLine, newNoteLines } from './logged_notes.ts';

type Stores = {
  toldDeletions: ToldDeletionStore;
  sweeps: SweepStore;
  knownRecords: KnownRecordStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  pages: PageStore;
  counts: RecordCountStore;
  messages: MessageStore;
  heldMessages: HeldMessageStore;
  archive: ArchiveStore;
  replays: ReplayStore;
  boundary: BoundaryStore;
  outbox: OutboxStore;
};

type Deps = {
  stores: Transacting<Stores>;
  clock: Clock;
  newId: NewId;
  links: DownloadLinks;
  boundary: Boundary;
  leaseMs: number;
  archiveMs: number;
};

/** Used when there are no messages to number. */
const NOTHING = { first: 0, pageCredit: 0 };

/**
 * Commits pages: the messages, the cursor of the next page and the event that starts their delivery are written in one
 * transaction, and only while the lease is held. After a crash before the commit the page is fetched again; after the
 * commit it never is. Pages that arrive during one commit share the next one, but each has its own messages.
 *
 * The sequence is taken first, because its row is the object's lock: two workers that both believe they hold the
 * operation run this one after the other, and the fence stops the wrong one.
 */
export function makeCommitPages({ stores, clock, newId, links, boundary, leaseMs, archiveMs }: Deps): CommitPages {
  return async function commitPages(run: ReadRun, fetched: PagesToCommit): Promise<Committed | null> {
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
    const noteLines = newNoteLines(pages, run.state.loggedNotes);
    const committed = await stores
      .transaction(async (s) => {
        const taken = parcels.length === 0 ? NOTHING : await s.schedules.takeSequences(operation, parcels.length);
        const now = clock.now();
        const checkpoint = checkpointOf(run, given, now);
        if (!taken || !(await s.operations.checkpoint(operation, checkpoint))) throw new LeaseLost();
        const rendered = withHashes(render(run, parcels, taken.first), pages);
        const records = recordsOfMessages(pages, rendered);
        const messages = rendered.map((one, i) => ({ ...one, oldestTime: oldestTime(records[i] ?? []) }));
        const messageOf = messageOfRecord(messages, records);
        if (messages.length > 0) await hand(s, run, messages, { now, pageCredit: taken.pageCredit });
        await boundary.note(s, run, seen, { lagMs: fetched.lagMs, messageOf });
        await noteDifference(s, run, given.pages);
        await archivePages(s, operation, { ...given, fetched: fetched.pages, messages, expireTime: now + archiveMs });
        await noteKnown(s, run, fetched.pages);
        await noteTold(s, run, messageOf);
        await s.pages.add(operation.projectId, operation.id, pageEntries(given, { packed, messages, newId, now }));
        await logNotes(s, run, noteLines, now);
        // A replay reads the archive, so the provider answered nothing.
        if (!operation.replay) await s.counts.add(operation.projectId, now, { fetched: checkpoint.fetched });
        return { run: { ...run, operation: afterCheckpoint(operation, checkpoint) }, records: checkpoint.records };
      })
      .catch(leaseLostMeansNull);
    if (committed) for (const { text } of noteLines) run.state.loggedNotes.add(text);
    return committed;
  };

  function skippedSoFar({ operation }: ReadRun, { pages }: PagesToCommit): Skipped {
    return pages.reduce((sum, page) => addSkipped(sum, page.skipped), operation.skipped);
  }

  /** Starts the delivery of messages: at once, when they are requested, or after older held messages that are due. */
  async function hand(
    s: Stores,
    { operation, plan }: ReadRun,
    messages: Message[],
    { now, pageCredit }: { now: number; pageCredit: number },
  ): Promise<void> {
    const isHeld = plan.deliveryMode === 'onRequest' || (await areOthersFirst(s, operation, pageCredit));
    await s.messages.add(messages, { createTime: now, isHeld });
    const schedule = isHeld ? await s.schedules.lock(operation) : undefined;
    if (schedule) await releaseHeld(s, schedule, { credit: schedule.pageCredit, newId, now });
    if (isHeld) return;
    await s.outbox.add(pageCommitted(plan, operation.id, messages, { newId, now }));
  }

  /** An object that was switched to `auto` has unlimited credit, and for a while it still holds older messages. */
  async function areOthersFirst(s: Stores, key: ObjectKey, pageCredit: number): Promise<boolean> {
    return pageCredit > 0 && (await s.heldMessages.hasAny(key));
  }

  function checkpointOf(run: ReadRun, given: PagesToCommit, now: number): Checkpoint {
    const { pages, firstPageSeq, estimatedTotal, lagMs } = given;
    const cursorJson = pages.at(-1)?.nextCursorJson ?? null;
    return {
      cursorJson,
      isRead: cursorJson === null,
      pageSeq: firstPageSeq + pages.length - 1,
      records: recordsIn(pages),
      fetched: pages.reduce((sum, page) => sum + page.fetched, 0),
      skipped: skippedSoFar(run, given),
      doubt: doubtSoFar(run, given),
      estimatedTotal,
      lagMs,
      bytes: pages.reduce((sum, page) => sum + (page.bytes ?? 0), 0),
      leaseMs,
      now,
    };
  }

  function render({ operation, envelope }: ReadRun, parcels: readonly Parcel[], first: number): Message[] {
    const { projectId, installationId, objectName, id: operationId } = operation;
    const rendering = { envelope, newId, downloadUrl: links.urlOf };
    return renderMessages(parcels, { projectId, installationId, objectName, operationId }, first, rendering);
  }

  async function logNotes(s: Stores, { operation }: ReadRun, lines: readonly NoteLine[], now: number): Promise<void> {
    if (lines.length === 0) return;
    const numbered = lines.map(({ severity, msg }) => ({ id: newId(), time: now, severity, msg }));
    await s.logs.add(operation.projectId, operation.id, numbered);
  }
}

/** The first doubt stays: one list that may be incomplete is enough. */
function doubtSoFar({ operation }: ReadRun, { pages }: PagesToCommit): string {
  return operation.doubt || (pages.find(({ doubt }) => doubt)?.doubt ?? '');
}

/** The parcels carry the records of the pages in their order. */
function withHashes(messages: readonly Message[], pages: PagesToCommit['pages']): Message[] {
  const ids = pages.flatMap(({ records }) => records.map(({ id }) => id));
  let from = 0;
  return messages.map((message) => {
    const hashes = recordHashes(ids.slice(from, (from += message.numRecords)));
    return hashes ? { ...message, recordHashes: hashes } : message;
  });
}

function recordsIn(pages: PagesToCommit['pages']): number {
  return pages.reduce((sum, { records }) => sum + records.length, 0);
}

/** Rolls the transaction back, including the sequence; never leaves this file. */
class LeaseLost extends Error {}

function leaseLostMeansNull(error: unknown): null {
  if (error instanceof LeaseLost) return null;
  throw error;
}

function maxRecords({ deliveryMode, pageSize }: ReadPlan): number {
  return deliveryMode === 'onRequest' && pageSize > 0 ? pageSize : Number.POSITIVE_INFINITY;
}
