import type { ObjectKey } from '../../domain/object_key.ts';

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
