import type { InstallationKey } from '../object_key.ts';

/**
 * The provider's responses to the calls of one page, archived so that the page can be replayed without calling the
 * provider. They are encrypted and contain no credentials. Bodies are stored separately under an address derived from
 * their content, so equal bodies are stored once.
 */
export type ArchivedCall = {
  method: string;
  /** The URL without the query parameters that carry credentials. */
  url: string;
  /** Hash of the request's body; null when the request had no body. */
  bodyHash: string | null;
  status: number;
  headers: Record<string, string>;
  /** Address of the response's body; null when the body was too large to archive. */
  address: string | null;
};

export type ArchivedPage = {
  /** The time that the engine used as the current time when it read the page, Unix ms. */
  at: number;
  /** The connection's variables, which determine where the calls went. */
  variables: Record<string, string>;
  /** Names of the query parameters that carried credentials. */
  secretParams: string[];
  /** The calls, in request order. */
  calls: ArchivedCall[];
  /** The ids of the page's records, in their order. */
  ids: (string | null)[];
};

export type ArchivedBody = { address: string; content: Uint8Array };

/** An encrypted page that is not stored yet. */
export type SealedPage = {
  /** Whether a read starts with this page. If a read started over, its operation has two pages with this flag. */
  isFirst: boolean;
  sealed: Uint8Array;
  bodies: readonly ArchivedBody[];
};

/** The messages of a page: their number and the sequence of the first. */
type DeliveredMessages = { firstSequence: number; messages: number };

export type PageToArchive = SealedPage &
  DeliveredMessages & {
    pageSeq: number;
    /** Indexes (from 0) of the page's records that were not delivered, because they had been delivered before. */
    leftOut: readonly number[];
  };

/** A stored page, without its bodies. */
export type StoredPage = Omit<PageToArchive, 'bodies' | 'isFirst'>;

/**
 * The archived pages of an operation: the numbers of the first and the last page, and the count. If the read started
 * over, `first` is the page with which it last started.
 */
export type ArchivedRange = { first: number; last: number; count: number };

/** The archived responses of providers, encrypted; see archived_page.ts. */
export type ArchiveStore = {
  findKey(of: InstallationKey): Promise<string | undefined>;
  /** Does nothing when the installation already has a key. */
  addKey(key: InstallationKey & { sealed: string; createTime: number }): Promise<void>;
  /** Deletes the key. Without it nothing archived of the installation can be decrypted. */
  dropKey(of: InstallationKey): Promise<void>;
  /** Stores pages and bodies. A body that is already stored gets the expiry of the new page. */
  add(
    of: InstallationKey & { operationId: string },
    pages: readonly PageToArchive[],
    expireTime: number,
  ): Promise<void>;
  range(projectId: string, operationId: string): Promise<ArchivedRange | undefined>;
  findPage(projectId: string, operationId: string, pageSeq: number): Promise<StoredPage | undefined>;
  findBody(of: InstallationKey, address: string): Promise<Uint8Array | undefined>;
  /**
   * Deletes up to `limit` expired pages and up to `limit` expired bodies of all projects; returns the larger of the two
   * counts.
   */
  dropExpired(before: number, limit: number): Promise<number>;
};
