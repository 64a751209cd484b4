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

/** The position of a release. `dueTime`: when the deliveries released so far were due; the next ones are due later. */
export type Release = { destinationId: string; projectId: string; dueTime: number; createTime: number };

export type ReleaseStore = {
  /** Begins a release, or begins it again: it then includes what was refused since. */
  put(release: { destinationId: string; projectId: string }): Promise<void>;
  list(limit: number): Promise<Release[]>;
  /** Locks the release until the transaction ends; undefined when it is over. */
  lock(destinationId: string): Promise<Release | undefined>;
  /** Whether messages are held for a destination of this name, which did not exist. */
  isAwaited(projectId: string, destinationName: string): Promise<boolean>;
  isUnderWay(destinationId: string): Promise<boolean>;
  update(destinationId: string, dueTime: number): Promise<void>;
  remove(destinationId: string): Promise<void>;
};
