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
  /** Bytes of UTF-8, as it is sent. */
  body: Uint8Array;
  /** Only for a record that is too large to send: the result array, which the receiver fetches by URL. */
  resultJson?: string;
  /** The oldest time of its records, Unix ms; null when one of them has none. */
  oldestTime?: number | null;
  /** Hashes of the ids of the message's records; absent when no record has an id. See record_hash.ts. */
  recordHashes?: Uint8Array;
};

export type MessageBody = Pick<Message, 'id' | 'body'>;

/** The max size of a body, bytes of UTF-8. */
export const MAX_BODY_BYTES = 300 * 1024;

/** The max size of one response to the notifications service, bytes of UTF-8. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

/** How long a download URL is valid after the start of each attempt. */
export const DOWNLOAD_MS = 15 * 60_000;

/** A message as it is now. Its body is null after its retention. */
type SentMessage = { numRecords: number; body: string | null; resultJson: string | null };

/**
 * A message whose delivery is final. `isNews`: its state changed, from pending, or from undelivered (`wasUndelivered`)
 * to delivered.
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
   * Messages that are added in the state held wait until they are requested: they are neither pending nor settled, and
   * retention does not drop them.
   */
  add(messages: readonly Message[], how: { createTime: number; isHeld: boolean }): Promise<void>;
  /** Bodies by message id, across projects, for the notifications service. Omits messages whose bodies were dropped. */
  bodies(ids: readonly string[]): Promise<MessageBody[]>;
  /** The messages of a page, in order. */
  ofPage(of: ObjectKey, page: { firstSequence: number; messages: number }): Promise<SentMessage[]>;
  /** The next `limit` messages of an object before the sequence `below`, newest first, each with whether it has a record. */
  findRecord(
    of: ObjectKey,
    query: { hash: Uint8Array; below: number | null; limit: number },
  ): Promise<{ id: string; sequence: number; operationId: string; hasRecord: boolean }[]>;
  /** Allows the downloads of these messages until then. Unix ms. */
  extendDownloads(ids: readonly string[], downloadUntil: number): Promise<void>;
  /** The result of a download that is allowed at `now`. */
  findResult(messageId: string, now: number): Promise<string | undefined>;
  /** Settles the messages whose state changes; returns all that exist. */
  settle(
    projectId: string,
    ids: readonly string[],
    how: { isUndelivered: boolean; settleTime: number },
  ): Promise<SettledMessage[]>;
  /**
   * Notes that pending messages are held by their destination, or released. Returns those that changed; a `seq` that is
   * not higher than the last one changes nothing.
   */
  setHeld(projectId: string, ids: readonly string[], how: { isHeld: boolean; seq: number }): Promise<HeldChange[]>;
  /** Deletes up to `limit` bodies that were settled before then; returns how many. */
  dropBodies(settledBefore: number, limit: number): Promise<number>;
  /** Deletes up to `limit` messages without a body that were settled before then; returns how many. */
  dropRows(settledBefore: number, limit: number): Promise<number>;
};

export type HeldMessage = { id: string; operationId: string; sequence: number };

export type HeldMessageStore = {
  /** Releases up to `limit` of an object's oldest messages: they become pending. */
  release(key: ObjectKey, limit: number): Promise<HeldMessage[]>;
  hasAny(key: ObjectKey): Promise<boolean>;
  /** Objects that hold messages and have open requests for them. */
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
