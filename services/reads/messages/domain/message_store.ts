import type { ObjectKey } from '../../domain/object_key.ts';
import type { Message, MessageBody } from './message.ts';

/** A message as it is now. Its body is null after its retention. */
export type SentMessage = { numRecords: number; body: string | null; resultJson: string | null };

/**
 * A message whose delivery is final. `isNews`: its state changed, from pending, or from undelivered (`wasUndelivered`)
 * to delivered.
 */
export type SettledMessage = HeldChange & {
  id: string;
  isNews: boolean;
  wasUndelivered: boolean;
  wasHeld: boolean;
  /** Of its records, Unix ms; null when one of them has none. */
  oldestTime: number | null;
};

export type HeldChange = ObjectKey & { operationId: string; numRecords: number };

export type MessageStore = {
  /**
   * Messages added as held wait until they are requested: they are neither pending nor settled, and retention does not drop
   * them.
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
