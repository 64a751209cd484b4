/** A destination whose pending deliveries must be held (it is disabled) or finished (it is deleted). */
export type Closing = { destinationId: string; projectId: string; finalState: 'held' | 'cancelled' };

export type ClosingStore = {
  /** The latest reason wins: a disabled destination may be deleted before its closing is complete. */
  put(closing: Closing & { createTime: number }): Promise<void>;
  list(limit: number): Promise<Closing[]>;
  /** Locks the closing until the transaction ends; false when it is gone. */
  lock(destinationId: string): Promise<Closing | undefined>;
  remove(destinationId: string): Promise<void>;
};
