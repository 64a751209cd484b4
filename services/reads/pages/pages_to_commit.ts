import type { SealedPage } from '../archive/archived_page.ts';
import type { Envelope } from '../messages/page_messages.ts';
import { addSkipped, type Checkpoint, type Skipped } from '../operations/ledger.ts';
import type { ClaimedOperation } from '../operations/operation.ts';
import type { Difference } from '../operations/replay.ts';
import type { ReadPlan } from '../read_plan.ts';

/** Consecutive pages; each record is already JSON text. */
export type PagesToCommit = {
  /** `nextCursorJson`: the cursor of the page after it; null when it was the last. */
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
  /** -1 when unknown. */
  estimatedTotal: number;
  /** The max lag of the provider's clock in this read. */
  lagMs: number;
};

/** The run after the commit, and the number of delivered records. */
type Committed = { run: ReadRun; records: number };

/** Returns null when the lease was lost, and then nothing was written. */
export type CommitPages = (run: ReadRun, fetched: PagesToCommit) => Promise<Committed | null>;

/** `text` is the mapped record as JSON. It is made early, so that the parsed values can be freed. */
export type FetchedRecord = {
  id: string | null;
  /** The updated-at value as the provider wrote it. */
  updatedAt: string | null;
  text: string;
  /** The text inside a JSON list, if it is long. `text` is a slice of `list`, so both share the memory of one. */
  list?: string;
  /** Marks a deleted record. */
  isDeleted?: true;
};

export type FetchedPage = {
  records: FetchedRecord[];
  /** Number of records in the response: the delivered and the skipped ones. */
  fetched: number;
  skipped: Skipped;
  /** Null on the last page. */
  nextCursorJson: string | null;
  /** Null when the provider gives none. */
  estimatedTotal: number | null;
  /** The lag of the provider's clock behind ours, ms; 0 when there is none or it is unknown. */
  lagMs: number;
  /** Size of all responses of the page; absent when no call was made. */
  bytes?: number;
  /** How long the provider needs to prepare the next page, ms; 0 when it is ready. */
  waitMs: number;
  /** The engine's notes on what it inferred. The log of the read has each note once. */
  notes: string[];
  /** Why a list that ends on this page may be incomplete. */
  doubt?: string | undefined;
  /** Guessed totals that differ from what was read, and records that reads of changes miss. The log has each once. */
  warnings?: string[];
  /** The archived responses, for a replay. */
  archived?: SealedPage | undefined;
  /** Only in a replay: how its records differ from the original ones. */
  difference?: Difference | undefined;
};

/** An operation that runs, from its claim to the end of its slot. */
export type ReadRun = {
  /** The operation as its row is now. A commit returns the run with the committed operation. */
  operation: ClaimedOperation;
  plan: ReadPlan;
  envelope: Envelope;
  /** Time of the read's first start, Unix ms. */
  startTime: number;
  state: RunState;
};

/** The state of a run that is not stored in a row. It is created when the run starts, and passed from page to page. */
type RunState = {
  /** The engine's notes that were committed to the operation's log. They outlast the slot, so each is logged once. */
  loggedNotes: Set<string>;
  /** The rows of the object's boundary; null until they were counted. */
  boundary: BoundaryRows | null;
};

/** `hasEarlier`: whether an earlier operation wrote any of them. */
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
    // The first doubt stays: one list that may be incomplete is enough.
    doubt: operation.doubt || (pages.find(({ doubt }) => doubt)?.doubt ?? ''),
    estimatedTotal,
    lagMs,
    bytes: pages.reduce((sum, page) => sum + (page.bytes ?? 0), 0),
    leaseMs,
    now,
  };
}
