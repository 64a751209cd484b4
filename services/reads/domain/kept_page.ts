/**
 * What a provider answered to the calls of one page, so that the page can be made again without asking: sealed, and
 * never a credential in it. A body lies apart, under an address made of its content, so equal bodies lie once.
 */
export type KeptCall = {
  method: string;
  /** Without what the connection's credentials put into its query. */
  url: string;
  /** Of the request's body, null where there was none. */
  bodyHash: string | null;
  status: number;
  headers: Record<string, string>;
  /** Of the answer's body; null where that was too large to keep. */
  address: string | null;
};

export type KeptPage = {
  /** What the engine took for the present while it read the page, Unix ms. */
  at: number;
  /** Those of the connection: where the calls went. */
  variables: Record<string, string>;
  /** Query parameters that carried credentials, by name. */
  secretParams: string[];
  /** In the order of their requests. */
  calls: KeptCall[];
  /** Of the page's records, in their order. */
  ids: (string | null)[];
};

export type KeptBody = { address: string; content: Uint8Array };

/** A page ready to be stored. */
export type SealedPage = {
  /** Whether a read begins with it; one that started over has two such pages. */
  isFirst: boolean;
  sealed: Uint8Array;
  bodies: readonly KeptBody[];
};

/** Where the messages of a page are: so many from this sequence on. */
export type Delivered = { firstSequence: number; messages: number };

export type PageToKeep = SealedPage &
  Delivered & {
    pageSeq: number;
    /** Which of the page's records, counted from 0, were not delivered: somebody had them already. */
    leftOut: readonly number[];
  };

/** As it lies in the store. */
export type StoredPage = Omit<PageToKeep, 'bodies' | 'isFirst'>;

/** Which pages of an operation are kept, from the last that a read began with. */
export type KeptRange = { first: number; last: number; count: number };
