import type { ReadSpec } from './provider.ts';

/**
 * The `deleted` section of a provider file: how the provider reports deleted records. See engine/read/read_deleted.ts.
 */
export type Deleted = {
  /**
   * A listed record is deleted if the value at `path` is `equals`; without `equals`, if it is present and neither null
   * nor false.
   */
  when?: { path: string; equals?: string | number | boolean };
  /** The path of the time of deletion. */
  at?: string;
  /** Overrides of the object's spec that make a read of changes include deleted records in the list. */
  ask?: Partial<ReadSpec>;
  /** A separate list of deleted records, which is read after the changes: overrides of the object's spec. */
  list?: Partial<ReadSpec>;
};
