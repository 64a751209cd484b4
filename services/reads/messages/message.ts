import type { ObjectKey } from '../object_key.ts';

/** A webhook body, identical on every attempt: id, sequence and bytes are fixed when its page is committed. */
export type Message = {
  id: string;
  projectId: string;
  installationId: string;
  objectName: string;
  operationId: string;
  /** Counted per installation and object, so that a receiver can order messages that arrive out of order. */
  sequence: number;
  numRecords: number;
  /** UTF-8 bytes, exactly as they are sent. */
  body: Uint8Array;
  /** Only for a record that is too large to send: the result array, which the receiver fetches by URL. */
  resultJson?: string;
  /** The oldest time of the message's records, Unix ms; null when a record has no time. */
  oldestTime?: number | null;
  /** Hashes of the ids of the message's records; absent when no record has an id. See record_hash.ts. */
  recordHashes?: Uint8Array;
};

export type MessageBody = Pick<Message, 'id' | 'body'>;

/** The max size of a body, bytes of UTF-8. */
export const MAX_BODY_BYTES = 300 * 1024;

/** The max size of one response to the notifications service, bytes of UTF-8. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

/** How long a download URL is valid after the start of a delivery attempt. Ms. */
export const DOWNLOAD_LIFETIME_MS = 15 * 60_000;

/** A stored message. Its body is null when its retention is over. */
type SentMessage = { numRecords: number; body: string | null; resultJson: string | null };

/**
 * A message whose delivery is final. `isNews`: whether this call changed the state: the message was pending, or it was
 * undelivered (`wasUndelivered`) and is now delivered.
 */
export type SettledMessage = HeldChange & {
  id: string;
  isNews: boolean;
  wasUndelivered: boolean;
  wasHeld: boolean;
  /** The oldest time of the message's records, Unix ms; null when a record has no time. */
  oldestTime: number | null;
};

export type HeldChange = ObjectKey & { operationId: string; numRecords: number };

export type MessageStore = {
  /**
   * Adds messages. Held messages wait until they are requested: they are neither pending nor settled, and retention
   * does not drop them.
   */
  add(messages: readonly Message[], how: { createTime: number; isHeld: boolean }): Promise<void>;
  /**
   * Finds bodies by message id, across projects, for the notifications service. Omits messages whose bodies were
   * deleted.
   */
  bodies(ids: readonly string[]): Promise<MessageBody[]>;
  /** The messages of a page, in order. */
  ofPage(of: ObjectKey, page: { firstSequence: number; messages: number }): Promise<SentMessage[]>;
  /**
   * Lists the next `limit` messages of an object before the sequence `below`, newest first. Each result says whether
   * the message contains the record.
   */
  findRecord(
    of: ObjectKey,
    query: { hash: Uint8Array; below: number | null; limit: number },
  ): Promise<{ id: string; sequence: number; operationId: string; hasRecord: boolean }[]>;
  /** Allows the downloads of these messages until `downloadUntil`, Unix ms. */
  extendDownloads(ids: readonly string[], downloadUntil: number): Promise<void>;
  /** The result of a message; undefined when its download is not allowed at `now`. */
  findResult(messageId: string, now: number): Promise<string | undefined>;
  /** Settles the messages whose state changes; returns all messages that exist. */
  settle(
    projectId: string,
    ids: readonly string[],
    how: { isUndelivered: boolean; settleTime: number },
  ): Promise<SettledMessage[]>;
  /**
   * Notes that a destination holds or releases pending messages. Returns the messages that changed; a `seq` that is not
   * higher than the stored `seq` changes nothing.
   */
  setHeld(projectId: string, ids: readonly string[], how: { isHeld: boolean; seq: number }): Promise<HeldChange[]>;
  /** Deletes up to `limit` bodies of messages that were settled before `settledBefore`, Unix ms; returns how many. */
  dropBodies(settledBefore: number, limit: number): Promise<number>;
  /**
   * Deletes up to `limit` messages without a body that were settled before `settledBefore`, Unix ms; returns how many.
   */
  dropRows(settledBefore: number, limit: number): Promise<number>;
};

export type HeldMessage = { id: string; operationId: string; sequence: number };

export type HeldMessageStore = {
  /** Releases up to `limit` of an object's oldest messages: they become pending. */
  release(key: ObjectKey, limit: number): Promise<HeldMessage[]>;
  hasAny(key: ObjectKey): Promise<boolean>;
  /** Lists objects that still hold messages although callers have requested them. */
  listOwing(limit: number): Promise<ObjectKey[]>;
  /**
   * Settles held messages that can no longer be requested; retention deletes them later. Returns their record counts
   * per operation.
   */
  discardAll(
    projectId: string,
    installationId: string,
    settleTime: number,
  ): Promise<{ operationId: string; records: number }[]>;
};
