import type { ObjectKey } from '../../domain/object_key.ts';
import type { Note } from './boundary.ts';

/** See boundary/usecases/boundary.ts. */
export type BoundaryStore = {
  find(object: ObjectKey, keys: readonly string[]): Promise<Note[]>;
  count(object: ObjectKey): Promise<number>;
  /** Inserts or replaces. `operationId` is the operation that saw the records. */
  put(object: ObjectKey, operationId: string, notes: readonly Note[]): Promise<void>;
  /** Deletes records that this operation did not see, and records older than `from`. */
  settle(object: ObjectKey, operationId: string, from: number): Promise<void>;
  /** Deletes the records whose last version was in one of these messages. */
  forgetMessages(object: ObjectKey, messageIds: readonly string[]): Promise<void>;
  deleteAll(projectId: string, installationId: string): Promise<void>;
};
