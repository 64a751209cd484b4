/**
 * Nothing lost at the boundary, and nothing twice. A scheduled read asks for what changed since a moment that lies
 * `overlap` before the start of the read before it, because providers show records later than they date them, round
 * their times and disagree with our clock. So it is sent again what the read before had seen near its end.
 *
 * That is left out here: for each object a row is kept for every record that may come again, with a fingerprint of the
 * last version that went out (its time and its whole text, so a changed config delivers again). A record whose
 * fingerprint an *earlier* operation left is not delivered; a record without an id always is, and so is what came
 * before in the same operation: two equal line items may both be real.
 *
 * The rows are written in the page's own transaction. A scheduled read that fails is asked for again from the same
 * moment, so all it delivered is noted; of a backfill, what is no older than the next read reaches. At a successful
 * end what was not seen any more goes, and what is older than the next read asks for. Beyond `MOST` rows an object
 * notes nothing: then records near the border arrive twice, which is harmless. Triggered reads deliver everything.
 */
import { hash } from 'node:crypto';
import { sinceGrain, recordTime } from '../../../connectors/engine/read/record_time.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/file/providers.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import { type Candidate, type Note, sift } from '../domain/boundary.ts';
import { skipping } from '../domain/ledger.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../domain/stores.ts';
import type { FetchedPage, FetchedRecord, IsIncremental } from './fetch_page.ts';
import { providerOf } from './read_of.ts';

type Deps = {
  stores: Stores;
  providers: ProviderCatalogue;
  isIncremental: IsIncremental;
  rules: Rules;
  overlapMillis: number;
};

/** Rows of one object: so many that are noted in case the read fails, and as many again near the border. */
const MOST = 10_000;

type Sieved = Pick<FetchedPage, 'records' | 'lagMillis' | 'fetched' | 'skipped'>;

/** What is known of a run: how many rows its object has, and whether one of them is of an earlier operation. */
type State = { rows: number; hasEarlier: boolean };
/** The last versions of the records of some pages, and the keys of those that have a row already. */
export type Seen = { notes: readonly Note[]; there: ReadonlySet<string> };
const NOTHING: Seen = { notes: [], there: new Set() };

export function makeBoundary({ stores, providers, isIncremental, rules, overlapMillis }: Deps) {
  const states = new WeakMap<ReadRun, State>();

  /** The pages without what an earlier operation delivered, and what to note of the rest. */
  async function siftPages<P extends Sieved>(run: ReadRun, pages: readonly P[]): Promise<{ pages: P[]; seen: Seen }> {
    const lag = Math.max(run.operation.lagMillis, ...pages.map(({ lagMillis }) => lagMillis));
    const from = (await needsNoLook(run)) ? null : noteFrom(run, lag);
    const candidates = new Map<FetchedRecord, Candidate>();
    for (const record of pages.flatMap(({ records }) => records)) {
      const candidate = from === null ? null : candidateOf(record, from);
      if (candidate) candidates.set(record, candidate);
    }
    if (candidates.size === 0) return { pages: [...pages], seen: NOTHING };
    const before = await rowsOf(run, [...candidates.values()]);
    const there = new Set(before.map(({ key }) => key));
    const known = new Map(mayLeaveOut(run) ? before.map((one) => [one.key, one]) : []);
    const left = pages.map((page) => withoutKnown(page, candidates, { known, operationId: run.operation.id }));
    return { pages: left, seen: { notes: [...known.values()], there } };
  }

  /** In the transaction of the page. */
  async function note(s: Stores, run: ReadRun, seen: Seen, lagMillis: number): Promise<void> {
    const state = states.get(run);
    if (!state || seen.notes.length === 0) return;
    const { operation } = run;
    const border = borderOf(run.plan, run.startTime - lagMillis);
    const kept = seen.notes.filter(({ key, time }) => {
      if (seen.there.has(key) || isBeside(operation)) return seen.there.has(key);
      const most = time === null || time >= border ? 2 * MOST : MOST;
      return state.rows < most && (state.rows += 1);
    });
    await s.boundary.put(operation, operation.id, kept);
  }

  /** `startTime`: as the watermark has it from now on. */
  async function settle(s: Stores, operation: ClaimedOperation, plan: ReadPlan, startTime: number): Promise<void> {
    if (isIncremental(plan)) await s.boundary.settle(operation, operation.id, borderOf(plan, startTime));
  }

  /** From which time on the records of this run may come again; null when they never do. */
  function noteFrom({ operation, plan, startTime }: ReadRun, lagMillis: number): number | null {
    if (operation.replay || !isIncremental(plan)) return null;
    // A read beside the others changes what was delivered last of any record that is known here, however old its time.
    if (operation.readType === 'scheduled' || isBeside(operation)) return -Infinity;
    return borderOf(plan, startTime - lagMillis);
  }

  /** A read beside the others only changes what is there. */
  async function needsNoLook(run: ReadRun): Promise<boolean> {
    return isBeside(run.operation) && isIncremental(run.plan) && !(await stateOf(run)).hasEarlier;
  }

  function borderOf(plan: ReadPlan, startTime: number): number {
    const { spec } = findObject(providerOf(providers, plan), plan.module || undefined, plan.objectName);
    return startTime - overlapMillis - sinceGrain(spec);
  }

  function mayLeaveOut({ operation }: ReadRun): boolean {
    return !isBeside(operation) && rules.holds('dedupe');
  }

  async function rowsOf(run: ReadRun, candidates: readonly Candidate[]): Promise<Note[]> {
    const { hasEarlier } = await stateOf(run);
    return hasEarlier ? stores.boundary.find(run.operation, [...new Set(candidates.map(({ key }) => key))]) : [];
  }

  async function stateOf(run: ReadRun): Promise<State> {
    const known = states.get(run);
    if (known) return known;
    const rows = await stores.boundary.count(run.operation);
    const state = { rows, hasEarlier: rows > 0 };
    states.set(run, state);
    return state;
  }

  return { siftPages, note, settle };
}

/** What it delivers is delivered whatever went out before: it was asked for, or a sweep found that it is gone. */
function isBeside({ readType }: Pick<ClaimedOperation, 'readType'>): boolean {
  return readType === 'triggered' || readType === 'sweep';
}

function withoutKnown<P extends Sieved>(
  page: P,
  candidates: ReadonlyMap<FetchedRecord, Candidate>,
  { known, operationId }: { known: Map<string, Note>; operationId: string },
): P {
  const candidateOf = (record: FetchedRecord) => candidates.get(record) ?? null;
  return skipping(page, 'alreadyDelivered', sift(page.records, { candidateOf, known, operationId }));
}

function candidateOf({ id, updatedAt, text }: FetchedRecord, from: number): Candidate | null {
  if (id === null) return null;
  const millis = updatedAt === null ? Number.NaN : recordTime(updatedAt);
  const time = Number.isNaN(millis) ? null : Math.round(millis);
  if (time !== null && time < from) return null;
  return { key: digest(id), fingerprint: digest(`${updatedAt ?? ''}\n${text}`), time };
}

/** 132 bits: enough that no two records of the world meet. */
function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

export type Boundary = ReturnType<typeof makeBoundary>;
