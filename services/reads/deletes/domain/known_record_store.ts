import type { ObjectKey } from '../../domain/object_key.ts';
import type { Missed } from './sweep.ts';

export type KnownRecordStore = {
  see(key: ObjectKey, ids: readonly string[], sweep: number): Promise<void>;
  forget(key: ObjectKey, ids: readonly string[]): Promise<void>;
  /**
   * Of the ids seen since sweep `from`: their number, how many this sweep missed, and how many the earlier one missed
   * too.
   */
  count(key: ObjectKey, seen: { from: number; sweep: number; earlier: number }): Promise<Missed>;
  /** Ids last seen in sweep `from` or later, and before sweep `before`. */
  list(key: ObjectKey, seen: { from: number; before: number }, limit: number): Promise<string[]>;
};
