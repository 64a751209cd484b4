import type { SealedPage } from '../archive/archived_page.ts';
import type { BodyEnvelope } from '../messages/page_messages.ts';
import { addSkipped, type Checkpoint, type SkippedCounts } from '../operations/ledger.ts';
import type { ClaimedOperation } from '../operations/operation.ts';
import type { ReplayDifference } from '../operations/replay.ts';
import type { ReadPlan } from '../read_plan.ts';

/** Consecutive pages; each record is already JSON text. */
export type PagesToCommit = {
  /** `nextCursorJson`: the cursor of the following page; null on the last page. */
  pages: readonly Pick<
    FetchedPage,
    | 'records'
    | 'fetched'
    | 'skipped'
    | 'estimatedTotal'
    | 'nextCursorJson'
    | 'notes'
    | 'doubt'
    | 'warnings'
    | 'archived'
    | 'difference'
    | 'lagMs'
    | 'bytes'
  >[];
  firstPageSeq: number;
  /** The total according to the provider; -1 when unknown. */
  estimatedTotal: number;
  /** The max lag of the provider's clock in this read. Ms. */
  lagMs: number;
};

/** The run after the commit, and the number of delivered records. */
type CommitResult = { run: ReadRun; records: number };

/** Returns null when the lease was lost; then nothing was written. */
export type CommitPages = (run: ReadRun, fetched: PagesToCommit) => Promise<CommitResult | null>;

/** `text` is the mapped record as JSON. It is rendered early, so that the parsed values can be freed. */
export type FetchedRecord = {
  id: string | null;
  /** The updated-at value as the provider wrote it. */
  updatedAt: string | null;
  text: string;
  /**
   * The record as a JSON list with one element, if it is long. `text` is a slice of `list`, so the two share memory.
   */
  list?: string;
  /** Marks a deleted record. */
  isDeleted?: true;
};

export type FetchedPage = {
  records: FetchedRecord[];
  /** Number of records in the response: the delivered and the skipped ones. */
  fetched: number;
  skipped: SkippedCounts;
  /** The cursor of the next page; null on the last page. */
  nextCursorJson: string | null;
  /** Null when the provider gives no total. */
  estimatedTotal: number | null;
  /** How far the provider's clock is behind ours, ms; 0 when it is not behind or this is unknown. */
  lagMs: number;
  /** Size of all responses of the page, bytes; absent when no call was made. */
  bytes?: number;
  /** How long the provider needs to prepare the next page, ms; 0 when it is ready. */
  waitMs: number;
  /** The engine's notes about facts that it inferred. Each note is logged once per read. */
  notes: string[];
  /** Why a list that ends on this page may be incomplete. */
  doubt?: string | undefined;
  /**
   * Warnings about guessed totals that differ from the number of records read, and about records that a read of changes
   * would miss. Each warning is logged once per read.
   */
  warnings?: string[];
  /** The archived responses, for a replay. */
  archived?: SealedPage | undefined;
  /** Only in a replay: how its records differ from the original records. */
  difference?: ReplayDifference | undefined;
};

/** An operation while it runs, from its claim to the end of its slot. */
export type ReadRun = {
  /** The operation as its row is now. A commit returns the run with the committed operation. */
  operation: ClaimedOperation;
  plan: ReadPlan;
  envelope: BodyEnvelope;
  /** Time of the read's first start, Unix ms. */
  startTime: number;
  state: RunState;
};

/** The state of a run that no row stores. It is created when the run starts, and passed from page to page. */
type RunState = {
  /**
   * The engine's notes that are already in the operation's log. The process keeps the set when the slot ends, so that
   * each note is logged once.
   */
  loggedNotes: Set<string>;
  /** The count of the object's boundary rows; null before they are counted. */
  boundary: BoundaryRows | null;
};

/** `hasEarlier`: whether an earlier operation wrote any of the rows. */
export type BoundaryRows = { count: number; hasEarlier: boolean };

/** The columns that the commit of these pages writes to the row of the operation. */
export function checkpointOf(
  { operation }: ReadRun,
  { pages, firstPageSeq, estimatedTotal, lagMs }: PagesToCommit,
  { leaseMs, now }: { leaseMs: number; now: number },
): Checkpoint {
  const cursorJson = pages.at(-1)?.nextCursorJson ?? null;
  return {
    cursorJson,
    isRead: cursorJson === null,
    pageSeq: firstPageSeq + pages.length - 1,
    records: pages.reduce((sum, { records }) => sum + records.length, 0),
    fetched: pages.reduce((sum, page) => sum + page.fetched, 0),
    skipped: pages.reduce((sum, page) => addSkipped(sum, page.skipped), operation.skipped),
    // The first doubt is kept: one list that may be incomplete is enough.
    doubt: operation.doubt || (pages.find(({ doubt }) => doubt)?.doubt ?? ''),
    estimatedTotal,
    lagMs,
    bytes: pages.reduce((sum, page) => sum + (page.bytes ?? 0), 0),
    leaseMs,
    now,
  };
}
