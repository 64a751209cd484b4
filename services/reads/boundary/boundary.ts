import { createHash, hash } from 'node:crypto';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import { recordTime, sinceResolutionMs } from '../../../connectors/engine/read/record_time.ts';
import { currentTurn } from '../../../lib/loop/turn.ts';
import { portionEnd } from '../../../lib/loop/utf8_in_turns.ts';
import { skipRecords } from '../operations/ledger.ts';
import type { ClaimedOperation } from '../operations/operation.ts';
import type { MessageOfRecord } from '../pages/page_records.ts';
import type { BoundaryRows, FetchedPage, FetchedRecord, ReadRun } from '../pages/pages_to_commit.ts';
import { providerOf } from '../pages/read_of.ts';
import type { IsIncremental, ReadPlan } from '../read_plan.ts';
import {
  type BoundaryStore,
  type DeliveredVersion,
  type DuplicateCandidate,
  removeDelivered,
} from './boundary_note.ts';

/**
 * Overlap between scheduled reads, without losses and without duplicates. A scheduled read asks for changes since
 * `overlap` before the start of the previous read, because providers show records later than their timestamps, round
 * times, and disagree with our clock. So the provider sends the last records of the previous read again.
 *
 * This file removes these duplicates. Each record that may come again has a row per object, with a fingerprint of the
 * last delivered version (its time and its full text, so a changed config delivers the record again). A record whose
 * fingerprint was written by an *earlier* operation is not delivered. A record without an id is always delivered, and
 * so is a duplicate within the same operation: two equal line items may both be real.
 *
 * The rows are written in the page's own transaction. A failed scheduled read is repeated from the same time, so rows
 * are stored for all records that it delivered. A backfill stores only the records that the next scheduled read will
 * ask for again. A successful read deletes the rows that it did not see again, and the rows that are older than the
 * time from which the next read asks. An object that has reached the max number of rows (MAX_ROWS) stores no more: then
 * records near the boundary are delivered twice, which is harmless. Triggered reads deliver all their records. The rows
 * of a message that was never delivered are deleted (deliveries/undelivered.ts).
 */

type Stores = { boundary: BoundaryStore };

type Deps = {
  stores: Stores;
  providers: ProviderCatalogue;
  isIncremental: IsIncremental;
  overlapMs: number;
};

/**
 * Max rows of an object for records older than the boundary, which come again only if the read fails. Records near the
 * boundary may bring the total to twice this number.
 */
const MAX_ROWS = 10_000;

type SiftedPage = Pick<FetchedPage, 'records' | 'lagMs' | 'fetched' | 'skipped'>;

/** `notes`: the last delivered versions of the records of some pages. `there`: the keys that already have a row. */
type NotedVersions = {
  notes: readonly DeliveredVersion[];
  there: ReadonlySet<string>;
  candidates: ReadonlyMap<FetchedRecord, DuplicateCandidate>;
};
const NO_VERSIONS: NotedVersions = { notes: [], there: new Set(), candidates: new Map() };

export function makeBoundary({ stores, providers, isIncremental, overlapMs }: Deps) {
  /**
   * Removes from the pages the records that an earlier operation delivered. Returns the other records and the notes to
   * store for them.
   */
  async function siftPages<P extends SiftedPage>(
    run: ReadRun,
    pages: readonly P[],
  ): Promise<{ pages: P[]; seen: NotedVersions }> {
    const lag = Math.max(run.operation.lagMs, ...pages.map(({ lagMs }) => lagMs));
    const from = (await canSkipLookup(run)) ? null : noteFrom(run, lag);
    const candidates = new Map<FetchedRecord, DuplicateCandidate>();
    const turn = currentTurn();
    for (const record of pages.flatMap(({ records }) => records)) {
      await turn.pause();
      const candidate = from === null ? null : await candidateOf(record, from);
      if (candidate) candidates.set(record, candidate);
    }
    if (candidates.size === 0) return { pages: [...pages], seen: NO_VERSIONS };
    const before = await rowsOf(run, [...candidates.values()]);
    const there = new Set(before.map(({ key }) => key));
    const known = new Map(deliversAll(run.operation) ? [] : before.map((one) => [one.key, one]));
    const left = pages.map((page) => withoutKnownRecords(page, candidates, { known, operationId: run.operation.id }));
    return { pages: left, seen: { notes: [...known.values()], there, candidates } };
  }

  /** Stores the notes, in the transaction of the page. */
  async function note(
    s: Stores,
    run: ReadRun,
    seen: NotedVersions,
    { lagMs, messageOf }: { lagMs: number; messageOf: MessageOfRecord },
  ): Promise<void> {
    const { operation, state } = run;
    const rows = state.boundary;
    if (!rows || seen.notes.length === 0) return;
    const border = borderOf(run.plan, run.startTime - lagMs);
    const kept = seen.notes.filter(({ key, time }) => {
      if (seen.there.has(key) || deliversAll(operation)) return seen.there.has(key);
      const max = time === null || time >= border ? 2 * MAX_ROWS : MAX_ROWS;
      return rows.count < max && (rows.count += 1);
    });
    const messages = messageOfKey(seen, messageOf);
    const isOwn = ({ originId }: DeliveredVersion) => originId === operation.id;
    const noted = kept.filter(isOwn).map((one) => ({ ...one, messageId: messages.get(one.key) ?? null }));
    const again = kept.filter((one) => !isOwn(one)).map(({ key }) => key);
    await s.boundary.put(operation, operation.id, noted);
    await s.boundary.markSeen(operation, operation.id, again);
  }

  /** Deletes the rows that are not needed any more after a successful read. `startTime`: the new watermark, Unix ms. */
  async function settle(s: Stores, operation: ClaimedOperation, plan: ReadPlan, startTime: number): Promise<void> {
    if (isIncremental(plan)) await s.boundary.settle(operation, operation.id, borderOf(plan, startTime));
  }

  /** The time (Unix ms) from which records of this run may be sent again in a later read; null when none can. */
  function noteFrom({ operation, plan, startTime }: ReadRun, lagMs: number): number | null {
    if (operation.replay || !isIncremental(plan)) return null;
    // A triggered read or a sweep updates the stored version of any known record, however old the record is.
    if (operation.readType === 'scheduled' || deliversAll(operation)) return -Infinity;
    return borderOf(plan, startTime - lagMs);
  }

  /**
   * Returns true when the lookup of rows can be skipped: a triggered read or a sweep only updates existing rows, and
   * the object has no row of an earlier operation.
   */
  async function canSkipLookup(run: ReadRun): Promise<boolean> {
    return deliversAll(run.operation) && isIncremental(run.plan) && !(await boundaryRows(run)).hasEarlier;
  }

  function borderOf(plan: ReadPlan, startTime: number): number {
    const { spec } = findObject(providerOf(providers, plan), plan.module || undefined, plan.objectName);
    return startTime - overlapMs - sinceResolutionMs(spec);
  }

  async function rowsOf(run: ReadRun, candidates: readonly DuplicateCandidate[]): Promise<DeliveredVersion[]> {
    const { hasEarlier } = await boundaryRows(run);
    return hasEarlier ? stores.boundary.find(run.operation, [...new Set(candidates.map(({ key }) => key))]) : [];
  }

  async function boundaryRows({ operation, state }: ReadRun): Promise<BoundaryRows> {
    if (state.boundary) return state.boundary;
    const count = await stores.boundary.count(operation);
    return (state.boundary = { count, hasEarlier: count > 0 });
  }

  return { siftPages, note, settle };
}

/** Whether the read delivers all its records: a caller requested it, or it is a sweep, whose records are deletions. */
function deliversAll({ readType }: Pick<ClaimedOperation, 'readType'>): boolean {
  return readType === 'triggered' || readType === 'sweep';
}

/** Maps the key of each record to the id of the message that contains its last version. */
function messageOfKey({ candidates }: NotedVersions, messageOf: MessageOfRecord): Map<string, string> {
  const found = new Map<string, string>();
  for (const [record, messageId] of messageOf) {
    const candidate = candidates.get(record);
    if (candidate) found.set(candidate.key, messageId);
  }
  return found;
}

function withoutKnownRecords<P extends SiftedPage>(
  page: P,
  candidates: ReadonlyMap<FetchedRecord, DuplicateCandidate>,
  { known, operationId }: { known: Map<string, DeliveredVersion>; operationId: string },
): P {
  const candidateOf = (record: FetchedRecord) => candidates.get(record) ?? null;
  return skipRecords(page, 'alreadyDelivered', removeDelivered(page.records, { candidateOf, known, operationId }));
}

async function candidateOf({ id, updatedAt, text }: FetchedRecord, from: number): Promise<DuplicateCandidate | null> {
  if (id === null) return null;
  const ms = updatedAt === null ? Number.NaN : recordTime(updatedAt);
  const time = Number.isNaN(ms) ? null : Math.round(ms);
  if (time !== null && time < from) return null;
  return { key: digest(id), fingerprint: await digestInTurns(`${updatedAt ?? ''}\n`, text), time };
}

export type Boundary = ReturnType<typeof makeBoundary>;

/** Characters that are hashed in one step, before other work of the process runs. */
const PORTION_LENGTH = 256 * 1024;

/** A hash of a text's UTF-8 bytes, 22 characters. */
export function digest(text: string): string {
  return shortenedHash(hash('sha256', text, 'base64url'));
}

/**
 * The digest of a short text followed by a text of any size. They are not joined, because that would copy the long
 * text.
 */
export async function digestInTurns(before: string, text: string): Promise<string> {
  if (text.length <= PORTION_LENGTH) return digest(before + text);
  const sum = createHash('sha256').update(before);
  const turn = currentTurn();
  for (let at = 0; at < text.length; ) {
    const end = portionEnd(text, at + PORTION_LENGTH);
    sum.update(text.slice(at, end));
    at = end;
    await turn.pause();
  }
  return shortenedHash(sum.digest('base64url'));
}

/** 132 bits: collisions are negligible. */
function shortenedHash(hashed: string): string {
  return hashed.slice(0, 22);
}
