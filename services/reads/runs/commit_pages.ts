import type { Log } from '../../../lib/log/log.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import { providerLabel } from '../../../lib/telemetry/provider_label.ts';
import { inSpan } from '../../../lib/telemetry/tracing.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import { archivePages } from '../archive/archive_pages.ts';
import type { ArchiveStore } from '../archive/archived_page.ts';
import type { Boundary } from '../boundary/boundary.ts';
import type { BoundaryStore } from '../boundary/boundary_note.ts';
import { noteKnownRecords, noteReportedDeletions, withoutListed } from '../deletes/note_known.ts';
import type { KnownRecordStore, ReportedDeletionStore, SweepStore } from '../deletes/sweep.ts';
import type { DownloadLinks } from '../messages/download_link.ts';
import { storeMessages } from '../messages/held_messages.ts';
import type { HeldMessageStore, MessageStore } from '../messages/message.ts';
import { packPages } from '../messages/page_messages.ts';
import { afterCheckpoint, countSkipped } from '../operations/ledger.ts';
import type { OperationStore, RecordCountStore } from '../operations/operation.ts';
import type { PageStore } from '../operations/page.ts';
import { messagesOfPages, pageEntries } from '../pages/page_records.ts';
import { type CommitPages, checkpointOf, type FetchedPage, type ReadRun } from '../pages/pages_to_commit.ts';
import { noteDifference, type ReplayStore } from '../replays/replay.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import { logNotes, newNoteLines } from './logged_notes.ts';

type Stores = WithOutbox<{
  reportedDeletions: ReportedDeletionStore;
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
}>;

type Deps = UseCaseContext<Stores> & {
  links: DownloadLinks;
  boundary: Boundary;
  log: Log;
  leaseMs: number;
  archiveMs: number;
};

/** Used for a commit without messages, which takes no sequence numbers and does not lock the object's row. */
const NO_NUMBERS = { first: 0, pageCredit: 0 };

/**
 * Commits pages: the messages, the cursor of the next page and the event that starts the delivery are written in one
 * transaction, and only while the lease is held. After a crash before the commit the page is fetched again; after the
 * commit it is not. Pages that arrive during one commit share the next commit, but each page has its own messages.
 *
 * The sequence is taken first, because its row is the object's lock. Two workers that both believe they hold the
 * operation therefore commit one after the other, and the fence stops the worker that lost its lease.
 */
export function makeCommitPages({ stores, clock, newId, links, boundary, log, leaseMs, archiveMs }: Deps): CommitPages {
  return async function commitPages(run, fetched) {
    const { operation, plan } = run;
    const { projectId, id } = operation;
    const { pages, seen } = await boundary.siftPages(run, withoutListed(run, fetched.pages));
    const given = { ...fetched, pages };
    const packed = packPages(pages, run.envelope, plan);
    const noteLines = newNoteLines(pages, run.state.loggedNotes);
    const committed = await inSpan({ name: 'commit pages', attributes: { 'causeway.pages': pages.length } }, () =>
      stores.transaction(async (s) => {
        const count = packed.flat().length;
        const numbers = count === 0 ? NO_NUMBERS : await s.schedules.takeSequences(operation, count);
        const now = clock.now();
        const checkpoint = checkpointOf(run, given, { leaseMs, now });
        if (!numbers || !(await s.operations.checkpoint(operation, checkpoint))) throw new LeaseLost();
        const { messages, messageOf } = await messagesOfPages(run, pages, packed, {
          first: numbers.first,
          newId,
          links,
        });
        await storeMessages(s, run, messages, { now, newId, pageCredit: numbers.pageCredit });
        await boundary.note(s, run, seen, { lagMs: fetched.lagMs, messageOf });
        await noteDifference(s, operation, pages);
        await archivePages(s, operation, { ...given, fetched: fetched.pages, messages, expireTime: now + archiveMs });
        await noteKnownRecords(s, run, fetched.pages);
        await noteReportedDeletions(s, run, messageOf);
        await s.pages.add(projectId, id, pageEntries(given, { packed, messages, newId, now }));
        await logNotes(s, operation, noteLines, { newId, now });
        // A replay reads the archive, so it fetched nothing from the provider.
        if (!operation.replay) await s.counts.add(projectId, now, { fetched: checkpoint.fetched });
        return { run: { ...run, operation: afterCheckpoint(operation, checkpoint) }, records: checkpoint.records };
      }),
    ).catch(leaseLostMeansNull);
    if (committed) {
      for (const { text } of noteLines) run.state.loggedNotes.add(text);
      countRecords(log, run, pages);
    }
    return committed;
  };
}

type CountedPage = Pick<FetchedPage, 'fetched' | 'records' | 'skipped'>;

function countRecords(log: Log, { operation, plan: { provider } }: ReadRun, pages: readonly CountedPage[]): void {
  const label = { provider: providerLabel(provider) };
  for (const { fetched, records, skipped } of pages) {
    metrics.pages.inc(label);
    metrics.records.inc(label, fetched);
    if (fetched === records.length + countSkipped(skipped)) continue;
    metrics.ledgerMismatches.inc();
    const { id: operationId, projectId } = operation;
    log.error('ledger mismatch', { operationId, projectId, fetched, mapped: records.length, skipped });
  }
}

/** Thrown to roll back the transaction, with the sequence numbers that it took. Always caught in this file. */
class LeaseLost extends Error {}

function leaseLostMeansNull(error: unknown): null {
  if (error instanceof LeaseLost) return null;
  throw error;
}
