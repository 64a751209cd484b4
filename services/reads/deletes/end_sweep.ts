import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { tombstoneOf } from '../../../connectors/engine/fields/select.ts';
import type { Paging } from '../../../connectors/engine/file/paging_facts.ts';
import type { ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { ReadOutcome } from '../operations/operation.ts';
import type { CommitPages, FetchedPage, ReadRun } from '../pages/pages_to_commit.ts';
import { providerOf } from '../pages/read_of.ts';
import type { ReadPlan } from '../read_plan.ts';
import {
  hasMissedTooMany,
  type KnownRecordStore,
  type MissedCounts,
  type SweepStore,
  sweepBefore,
  sweepScope,
} from './sweep.ts';

type Stores = { sweeps: SweepStore; knownRecords: KnownRecordStore };

type Deps = {
  stores: Stores;
  providers: ProviderCatalogue;
  commitPages: CommitPages;
  /** The max share of the known records that one sweep reports as deleted. */
  maxDeletedShare: number;
};

/** Deleted records per commit. */
const BATCH = 500;

export type EndSweep = ReturnType<typeof makeEndSweep>;

/**
 * Reports deleted records after the list is complete, in pages that are committed like the pages of every read. The
 * commit of a page also removes the reported ids from the known ids. Safe to repeat: a run after a crash finds the ids
 * that were not reported yet. Returns null when the lease was lost.
 */
export function makeEndSweep({ stores, providers, commitPages, maxDeletedShare }: Deps) {
  return async function endSweep(run: ReadRun): Promise<ReadOutcome | null> {
    const { operation, plan } = run;
    const done = { state: 'success' as const, records: 0, startTime: run.startTime };
    const sweep = await stores.sweeps.find(operation);
    // The list was read with another account or other filters than the sweep started with, so missing ids mean nothing.
    if (!sweep || sweep.scope !== sweepScope(plan)) return done;
    if (operation.doubt) return { state: 'failure', reason: maybeIncomplete(operation.doubt) };
    const days = daysListed(plan);
    if (days !== null) return { state: 'failure', reason: neverCompleteText(days) };
    const earlier = sweepBefore(sweep);
    const counts = await stores.knownRecords.count(sweep, { from: sweep.knownFrom, sweep: sweep.current, earlier });
    const isDoubted = hasMissedTooMany(counts, maxDeletedShare);
    const waits = isDoubted || mayShift(plan);
    const deletedCount = await commitDeletions(run, { from: sweep.knownFrom, before: waits ? earlier : sweep.current });
    if (deletedCount === null) return null;
    await stores.sweeps.noteComplete(sweep);
    return isDoubted
      ? { state: 'failure', reason: doubtText(counts, maxDeletedShare) }
      : { ...done, records: deletedCount };
  };

  async function commitDeletions(listed: ReadRun, seen: { from: number; before: number }): Promise<number | null> {
    let run = listed;
    for (let deletedCount = 0; ; ) {
      const ids = await stores.knownRecords.list(run.operation, seen, BATCH);
      if (ids.length === 0) return deletedCount;
      const firstPageSeq = run.operation.pageSeq + 1;
      const committed = await commitPages(run, { pages: [pageOf(ids)], firstPageSeq, estimatedTotal: -1, lagMs: 0 });
      if (committed === null) return null;
      run = committed.run;
      deletedCount += ids.length;
    }
  }

  /** How many days back the provider's list goes; null when the list is complete. */
  function daysListed(plan: ReadPlan): number | null {
    const { windows, parts = [] } = specOf(plan);
    const days = [windows, ...parts.map((part) => specOf(plan, part).windows)].flatMap((one) => one?.backDays ?? []);
    return days.length > 0 ? Math.min(...days) : null;
  }

  function specOf({ module, objectName, ...plan }: ReadPlan, part = objectName): ReadSpec {
    const provider = providerOf(providers, { ...plan, module, objectName });
    return findObject(provider, module || undefined, part).spec;
  }

  /**
   * Whether a deletion during the sweep may shift the list, so that the reader skips a record. The list may shift when
   * its pages start at an offset, or when it consists of several lists, such as one per parent. A page URL or page token
   * of the provider may contain an offset.
   */
  function mayShift(plan: ReadPlan): boolean {
    const spec = specOf(plan);
    if (spec.each || spec.parts) return true;
    return ![spec.paging ?? { kind: 'auto' as const }].flat().every(startsAfterRecord);
  }
}

/** Whether the next page starts after a given record, so that a deletion before this record shifts no page. */
function startsAfterRecord(way: Paging): boolean {
  return way.kind === 'none' || way.kind === 'lastId' || (way.kind === 'cursor' && way.stays === true && !way.window);
}

function maybeIncomplete(doubt: string): string {
  return `The sweep reports no deleted records, because its list may be incomplete: ${doubt}`;
}

function neverCompleteText(days: number): string {
  return `This provider lists only the last ${days} days of the object. A missing record may just be older, so a sweep cannot find deleted ones.`;
}

function pageOf(ids: readonly string[]): FetchedPage {
  const records = ids.map((id) => {
    const text = stringifyJson(tombstoneOf({ id, deleted: { at: null }, raw: {} }));
    return { id, updatedAt: null, text, isDeleted: true as const };
  });
  return {
    records,
    fetched: records.length,
    skipped: {},
    nextCursorJson: null,
    estimatedTotal: null,
    lagMs: 0,
    waitMs: 0,
    notes: [],
  };
}

function doubtText({ known, missed, missedTwice }: MissedCounts, share: number): string {
  return (
    `The sweep missed ${missed - missedTwice} of ${known} known records, more than ${Math.round(share * 100)} %. They ` +
    'are reported as deleted only if the next sweep misses them too.'
  );
}
