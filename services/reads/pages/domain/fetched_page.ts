import type { SealedPage } from '../../archive/domain/archived_page.ts';
import type { Skipped } from '../../operations/domain/ledger.ts';
import type { Difference } from '../../operations/domain/replay.ts';

/** `text` is the mapped record as JSON. It is made early, so that the parsed values can be freed. */
export type FetchedRecord = {
  id: string | null;
  /** As written by the provider. */
  updatedAt: string | null;
  text: string;
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
  /** What the engine inferred. The log of the read has each note once. */
  notes: string[];
  /** Why a list that ends on this page may be incomplete. */
  doubt?: string | undefined;
  /** Totals that differ from what was read, although the engine only guessed them. */
  warnings?: string[];
  /** The archived responses, for a replay. */
  archived?: SealedPage | undefined;
  /** Only in a replay: how its records differ from the original ones. */
  difference?: Difference | undefined;
};
