/**
 * The ledger: what became of every record that a provider answered. Each page and each operation keeps counts whose sums
 * always agree, so a row that is missing at a destination can be explained:
 *
 *     fetched = mapped + all that was skipped, by reason
 *     mapped  = delivered + undelivered + pending
 *
 * A page's counts are written in the transaction of its messages and its checkpoint, so a page that died is in none of
 * them and one that was committed in all. An operation's are the sums over all pages that it committed, those of a read
 * that had to start over among them: what was fetched twice is counted twice. Messages are counted as delivered or not
 * when their delivery is final, by the change of their own row, once however often that is told. `pending` is what is
 * left: on its way, or held until it is asked for.
 */
export const skipReasons = [
  /** The provider's file says that it is no record of this object. */
  'otherKind',
  /** Not within the asked time, where the provider cannot be asked for it. */
  'outsideTime',
  /** A field filter that is applied here. */
  'filteredOut',
  /** The provider knows no pages and sent the first again. */
  'repeatedPage',
  /** It was deleted, and this read does not ask what was. */
  'deleted',
  /** Listed by a sweep, which delivers only what is gone. */
  'listed',
  /** An earlier read of the same records delivered it as it is. */
  'alreadyDelivered',
  /** Only the difference to an earlier backfill is wanted. */
  'outsideBackfill',
  /** Seen by a sweep for deleted records, which delivers no others. */
] as const;

export type SkipReason = (typeof skipReasons)[number];
export type Skipped = Partial<Record<SkipReason, number>>;

/** What a page says of itself; its records are those that are not skipped. */
export type Counted = { records: readonly unknown[]; fetched: number; skipped: Skipped };

/** Leaves out records of a page, for one reason. */
export function skipping<P extends Counted>(page: P, reason: SkipReason, kept: P['records']): P {
  const count = page.records.length - kept.length;
  return count === 0 ? page : { ...page, records: kept, skipped: addSkipped(page.skipped, { [reason]: count }) };
}

export function addSkipped(one: Skipped, other: Skipped): Skipped {
  const sum: Skipped = { ...one };
  for (const reason of skipReasons) {
    const count = (sum[reason] ?? 0) + (other[reason] ?? 0);
    if (count > 0) sum[reason] = count;
  }
  return sum;
}

export function countSkipped(skipped: Skipped): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0);
}

/** A page as it was committed. */
export type PageEntry = {
  pageSeq: number;
  /** Sorts among the lines of the operation's log. */
  lineId: string;
  /** What the provider said that there are in all; null when it said nothing. */
  said: number | null;
  fetched: number;
  mapped: number;
  skipped: Skipped;
  messages: number;
  /** Of the bodies of its messages, and of what is fetched by URL. */
  bytes: number;
  time: number;
};

/** Pages that follow one another, counted together. */
export type PageSum = Omit<PageEntry, 'pageSeq' | 'time'> & { firstPage: number; lastPage: number; time: number };

/** What an operation's ledger says; null of one from before there was one. */
export type Totals = { fetched: number; skipped: Skipped; delivered: number; undelivered: number };

/** Adds what follows to what came before; either may hold some of the other's pages' neighbours. */
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
