import type { ObjectKey } from '../object_key.ts';

/** The last delivered version of a record. */
export type DeliveredVersion = {
  /** Hash of the record's id. */
  key: string;
  /** Hash of the record's time and full text, as delivered. */
  fingerprint: string;
  /** The operation that delivered the record. */
  originId: string;
  /** The message that contained the record; absent when version 0.1.0 of Causeway delivered it. */
  messageId?: string | null;
  /** The provider's time of the record, Unix ms; null when it cannot be parsed. */
  time: number | null;
};

/** A record that may be a duplicate; `time` is the record's updated-at time. */
export type DuplicateCandidate = Omit<DeliveredVersion, 'originId' | 'messageId'>;

/**
 * Removes the records that an earlier operation delivered unchanged. `known` is updated with each record that is
 * delivered now, so it always holds the last delivered version: a record that changed and changed back is delivered
 * both times. A duplicate within the same operation is delivered again, because the provider may have sent it on
 * purpose.
 */
export function removeDelivered<R>(
  records: readonly R[],
  {
    candidateOf,
    known,
    operationId,
  }: { candidateOf(record: R): DuplicateCandidate | null; known: Map<string, DeliveredVersion>; operationId: string },
): R[] {
  return records.filter((record) => {
    const candidate = candidateOf(record);
    if (!candidate) return true;
    const before = known.get(candidate.key);
    const isOld = before?.fingerprint === candidate.fingerprint && before.originId !== operationId;
    if (!isOld) known.set(candidate.key, { ...candidate, originId: operationId });
    return !isOld;
  });
}

/** The last delivered versions of records; see boundary/boundary.ts. */
export type BoundaryStore = {
  find(object: ObjectKey, keys: readonly string[]): Promise<DeliveredVersion[]>;
  count(object: ObjectKey): Promise<number>;
  /** Inserts or replaces the rows of `notes`. `operationId`: the operation that delivers the records. */
  put(object: ObjectKey, operationId: string, notes: readonly DeliveredVersion[]): Promise<void>;
  /**
   * Marks the rows of records that the operation saw unchanged. A row that was deleted meanwhile is not created again:
   * its message became undelivered after the operation had looked, and the next read has to deliver the record again.
   */
  markSeen(object: ObjectKey, operationId: string, keys: readonly string[]): Promise<void>;
  /**
   * Deletes the rows of records that this operation did not see, and the rows of records older than `from` (Unix ms).
   */
  settle(object: ObjectKey, operationId: string, from: number): Promise<void>;
  /** Deletes the rows of records whose last delivered version was in one of these messages. */
  forgetMessages(object: ObjectKey, messageIds: readonly string[]): Promise<void>;
  deleteAll(projectId: string, installationId: string): Promise<void>;
};
