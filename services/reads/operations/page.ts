import { addSkipped, type SkippedCounts } from './ledger.ts';

/** A committed page. */
export type PageEntry = {
  pageSeq: number;
  /** The sort position of the page among the lines of the operation's log. */
  lineId: string;
  /** The total number of records according to the provider; null when the provider gives none. */
  said: number | null;
  fetched: number;
  mapped: number;
  skipped: SkippedCounts;
  messages: number;
  /** Size of the message bodies and of the results that are fetched by URL, bytes. */
  bytes: number;
  time: number;
};

/** The sum of consecutive pages. */
export type PageSum = Omit<PageEntry, 'pageSeq' | 'time'> & { firstPage: number; lastPage: number; time: number };

/** The pages of operations. For the meaning of the counts, see operations/ledger.ts. */
export type PageStore = {
  add(projectId: string, operationId: string, pages: readonly PageEntry[]): Promise<void>;
  /** Lists the first `single` pages one by one, and the others as sums of `per` pages; in order. */
  list(projectId: string, operationId: string, size: { single: number; per: number }): Promise<PageSum[]>;
  /** Deletes up to `limit` pages older than `before`, of all projects; returns how many it found. */
  dropOlder(before: number, limit: number): Promise<number>;
};

/** Adds two sums. Their page ranges may overlap. */
export function addPages(one: PageSum, other: PageSum): PageSum {
  const later = one.lastPage > other.lastPage ? one : other;
  return {
    firstPage: Math.min(one.firstPage, other.firstPage),
    lastPage: Math.max(one.lastPage, other.lastPage),
    lineId: later.lineId,
    said: later.said,
    fetched: one.fetched + other.fetched,
    mapped: one.mapped + other.mapped,
    skipped: addSkipped(one.skipped, other.skipped),
    messages: one.messages + other.messages,
    bytes: one.bytes + other.bytes,
    time: Math.max(one.time, other.time),
  };
}
