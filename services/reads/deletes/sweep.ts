/**
 * Finds deleted records of providers that do not report them. A sweep lists every id; a record that was known before
 * and is not listed is deleted. An incomplete list would delete a customer's records, so only a complete list reports
 * anything.
 *
 * For each swept object the ids of delivered and listed records are stored, each with the number of the object's latest
 * sweep when it was last seen. A sweep is an operation of its own, and only one operation of an object runs at a time:
 *
 *     begin   the object's number becomes n
 *     list    all ids, page by page, are marked n in the page's commit. Known ids that are not listed stay below n
 *     end     only when the provider confirmed the end of the list: ids below n were missed
 *
 * Missed records are reported at once, unless the list itself may be wrong. The list is doubtful in two cases: more
 * than a given share of all known ids is missing, or the list is paged by offset (also inside a token). With offsets, a
 * record that is deleted during the sweep makes the reader skip another record. Then the sweep reports only the records
 * that the previous complete sweep missed too; the other records wait for the next sweep. A sweep that fails, or
 * resumes after a crash, can only mark more ids: it reports fewer deletions, never more. Every read marks the records
 * that it delivers with the object's number, so they are not reported as deleted.
 */
import { createHash } from 'node:crypto';
import type { Cadence } from '../../../lib/cron/cadence.ts';
import type { ObjectKey } from '../object_key.ts';
import type { ReadPlan } from '../read_plan.ts';

export type KnownRecordStore = {
  see(key: ObjectKey, ids: readonly string[], sweep: number): Promise<void>;
  forget(key: ObjectKey, ids: readonly string[]): Promise<void>;
  /**
   * Counts the ids seen since sweep `from`. `known`: all these ids. `missed`: the ids that this sweep did not list.
   * `missedTwice`: the ids that the earlier sweep did not list either.
   */
  count(key: ObjectKey, seen: { from: number; sweep: number; earlier: number }): Promise<MissedCounts>;
  /** Lists ids that were last seen in sweep `from` or later, and before sweep `before`. */
  list(key: ObjectKey, seen: { from: number; before: number }, limit: number): Promise<string[]>;
};

type Sweep = {
  projectId: string;
  installationId: string;
  objectName: string;
  /** The number of the latest started sweep. */
  current: number;
  /**
   * `whole`: the number of the latest sweep that reached the end of the list. `wholeBefore`: the number of the complete
   * sweep before it. 0 when there was none.
   */
  whole: number;
  wholeBefore: number;
  /**
   * The number of a sweep. Ids last seen before this sweep belong to another scope; they are ignored, and deleted
   * later.
   */
  knownFrom: number;
  /**
   * A hash of the account, module and filters with which the ids were listed. A change of scope starts with no known
   * ids.
   */
  scope: string;
};

export type MissedCounts = { known: number; missed: number; missedTwice: number };

/**
 * The number of the last complete sweep before the current sweep. The result does not change when the current sweep is
 * recorded as complete.
 */
export function sweepBefore({ current, whole, wholeBefore }: Sweep): number {
  return whole === current ? wholeBefore : whole;
}

/**
 * Whether the records that only this sweep missed are too many, so that the list may be wrong. One missing record is
 * always accepted.
 */
export function hasMissedTooMany({ known, missed, missedTwice }: MissedCounts, share: number): boolean {
  return missed - missedTwice > Math.max(1, known * share);
}

/** Ids longer than a key column are not swept: shortened ids could be equal. */
const MAX_ID = 191;

export function fitsKey(id: string): boolean {
  return id.length <= MAX_ID;
}

export type DueSweep = ObjectKey & { id: string; cadence: Cadence | null };

export type SweepStore = {
  find(key: ObjectKey): Promise<Sweep | undefined>;
  /** Creates the sweep or changes its schedule. An existing sweep keeps its scope. */
  save(key: ObjectKey, change: { id: string; cadence: Cadence; nextTime: number | null; scope: string }): Promise<void>;
  hasDue(): Promise<boolean>;
  /** Locks due sweeps for this transaction. */
  claimDue(limit: number): Promise<DueSweep[]>;
  setNextTime(key: ObjectKey, nextTime: number | null): Promise<void>;
  /** Stores that a start was missed because the destination was inactive. */
  noteMissed(key: ObjectKey): Promise<void>;
  /** Makes the sweep due when a start was missed. */
  startMissed(key: ObjectKey): Promise<void>;
  /** Increments the sweep number. A changed scope starts with no known ids. */
  begin(key: ObjectKey, scope: string): Promise<void>;
  /** Stores that the provider confirmed the end of the list. */
  noteComplete(sweep: Sweep): Promise<void>;
  remove(key: ObjectKey): Promise<void>;
  removeAll(projectId: string, installationId: string): Promise<void>;
  /**
   * Deletes up to `limit` forgotten ids (last seen before `knownFrom`) of one object. Returns false when no object has
   * any.
   */
  dropForgotten(limit: number): Promise<boolean>;
};

/** The deleted records that a message reports, so that an undelivered message does not lose them. */
export type ReportedDeletionStore = {
  add(told: readonly { messageId: string; recordId: string }[]): Promise<void>;
  list(messageIds: readonly string[]): Promise<string[]>;
};

/** A hash of the values that determine an object's set of ids: account, module and filters. */
export function sweepScope({ connectionId, module, filtersJson }: ReadPlan): string {
  return createHash('sha256')
    .update(JSON.stringify([connectionId, module, filtersJson]))
    .digest('hex');
}
