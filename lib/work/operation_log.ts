/** A line of an operation's log, shown to the builder. Never holds a secret or a record. */
export type LogEntry = {
  time: number;
  severity: 'INFO' | 'WARNING' | 'ERROR';
  msg: string;
  error?: string;
  details?: object;
};

/** Lines are sorted by id. */
export type NumberedLine = LogEntry & { id: string };

/** A line with the operation that it belongs to. */
export type LogLine = NumberedLine & { projectId: string; operationId: string };

/**
 * The max size of a list. An operation that is parked again and again stays readable: the list has its first lines and,
 * more useful, its last ones.
 */
export const LISTED_LINES = { first: 200, last: 800 };

export type LogStore = {
  add(projectId: string, operationId: string, lines: readonly NumberedLine[]): Promise<void>;
  /** Adds lines of many operations. */
  addAll(lines: readonly LogLine[]): Promise<void>;
  /**
   * Oldest first. A longer log is cut to its first and last lines, with a line between them that counts the omitted
   * ones.
   */
  list(projectId: string, operationId: string, size: { first: number; last: number }): Promise<NumberedLine[]>;
  /** Whether the log has a message that matches the SQL pattern `like` and is newer than `since`. */
  has(projectId: string, operationId: string, line: { like: string; since: number }): Promise<boolean>;
  /** Deletes up to `limit` lines older than `before`, of all projects; returns how many it found. */
  dropOlder(before: number, limit: number): Promise<number>;
};
