import { tombstoneOf } from '../../../connectors/engine/fields/select.ts';
import type { Paging } from '../../../connectors/engine/file/paging_facts.ts';
import type { ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/file/providers.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { ReadRun } from '../domain/read_run.ts';
import { isTooMuch, sweepBefore, type Missed } from '../domain/sweep.ts';
import type { Stores } from '../domain/stores.ts';
import type { CommitPages } from './commit_pages.ts';
import type { FetchedPage } from './fetch_page.ts';
import type { Outcome } from './finish_operation.ts';
import { providerOf } from './read_of.ts';
import { sweepScope } from './sweep_scope.ts';

type Deps = {
  stores: Stores;
  providers: ProviderCatalogue;
  commitPages: CommitPages;
  rules: Rules;
  /** More than this share of what is known is not believed to be gone at once. */
  mostGone: number;
};

/** Tombstones a commit. */
const BATCH = 500;

export type EndSweep = ReturnType<typeof makeEndSweep>;

/**
 * The list is at its end: tells what is gone, in pages that are committed like any other, each with the ids that are
 * forgotten with it. Safe to repeat: who goes on after a crash finds what is not told yet. Null when the lease was lost.
 */
export function makeEndSweep({ stores, providers, commitPages, rules, mostGone }: Deps) {
  return async function endSweep(run: ReadRun, lastPageSeq: number): Promise<Outcome | null> {
    const { operation, plan } = run;
    const done = { state: 'success' as const, records: 0, startTime: run.startTime };
    const sweep = await stores.sweeps.find(operation);
    // It was read by another account or other filters than it was begun for: what it missed may be there.
    if (!sweep || (rules.holds('sweepGuard') && sweep.scope !== sweepScope(plan))) return done;
    const days = daysListed(plan);
    if (days !== null && rules.holds('sweepGuard')) return { state: 'failure', reason: neverWhole(days) };
    const earlier = sweepBefore(sweep);
    const counts = await stores.knownRecords.count(sweep, { from: sweep.knownFrom, sweep: sweep.current, earlier });
    const isDoubted = rules.holds('sweepGuard') && isTooMuch(counts, mostGone);
    const waits = isDoubted || (rules.holds('sweepGuard') && isCounted(plan));
    const told = await tell(run, lastPageSeq, { from: sweep.knownFrom, before: waits ? earlier : sweep.current });
    if (told === null) return null;
    await stores.sweeps.noteWhole(sweep);
    return isDoubted ? { state: 'failure', reason: doubt(counts, mostGone) } : { ...done, records: told };
  };

  async function tell(run: ReadRun, lastPageSeq: number, seen: { from: number; before: number }) {
    let told = 0;
    for (let pageSeq = lastPageSeq + 1; ; pageSeq += 1) {
      const ids = await stores.knownRecords.list(run.operation, seen, BATCH);
      if (ids.length === 0) return told;
      const given = { pages: [pageOf(ids)], firstPageSeq: pageSeq, estimatedTotal: -1, lagMillis: 0 };
      if ((await commitPages(run, given)) === null) return null;
      told += ids.length;
    }
  }

  /** How far back the provider's list goes, where what is older falls off its edge; null where the list is whole. */
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
   * What is deleted meanwhile may move another record past the reader: where pages are counted, also inside a URL or a token
   * that the provider makes, and where the list is many lists, those of its parents among them.
   */
  function isCounted(plan: ReadPlan): boolean {
    const spec = specOf(plan);
    if (spec.each || spec.parts) return true;
    return ![spec.paging ?? { kind: 'auto' as const }].flat().every(goesOnBehindARecord);
  }
}

/** Wherever that record stands by then. */
function goesOnBehindARecord(way: Paging): boolean {
  return way.kind === 'none' || way.kind === 'lastId' || (way.kind === 'cursor' && way.stays === true && !way.window);
}

function neverWhole(days: number): string {
  return `This provider lists only the last ${days} days of the object: what a sweep misses may be older, so none can tell what was deleted.`;
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
    lagMillis: 0,
    waitMillis: 0,
    notes: [],
  };
}

function doubt({ known, missed, missedTwice }: Missed, share: number): string {
  return (
    `The sweep missed ${missed - missedTwice} of ${known} known records, more than ${Math.round(share * 100)} %: they ` +
    'are not told as deleted unless the next sweep misses them too.'
  );
}
