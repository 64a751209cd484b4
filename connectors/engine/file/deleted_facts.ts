import type { ReadSpec } from './provider.ts';

/** How a provider tells of deleted records; see connectors/engine/read/read_deleted.ts. */
export type Deleted = {
  /** A listed record with this value, or where none is named with any, is one that was deleted. */
  when?: { path: string; equals?: string | number | boolean };
  /** When that was. */
  at?: string;
  /** What a read of changes asks otherwise, so that deleted records are in the list. */
  ask?: Partial<ReadSpec>;
  /** A list of them alone, read after the changes: what it has otherwise than the object's own. */
  list?: Partial<ReadSpec>;
};
