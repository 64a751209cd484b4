import type { FetchedPage } from './fetched_page.ts';
import type { ReadRun } from './read_run.ts';

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
export type Committed = { run: ReadRun; records: number };

/** Returns null when the lease was lost, and then nothing was written. */
export type CommitPages = (run: ReadRun, fetched: PagesToCommit) => Promise<Committed | null>;
