/** A line of an operation's log, shown to the builder. Never holds a secret or a record. */
export type LogEntry = {
  time: number;
  severity: 'INFO' | 'WARNING' | 'ERROR';
  msg: string;
  error?: string;
  details?: object;
};

/** A line with its id, by which a log is sorted. */
export type NumberedLine = LogEntry & { id: string };

/** A line with the ids of its operation and project. */
export type LogLine = NumberedLine & { projectId: string; operationId: string };

/**
 * The max number of lines in a list. When an operation is parked very often, the list has the first and the last
 * lines of its log; the last lines are more useful.
 */
export const MAX_LISTED_LINES = { first: 200, last: 800 };

export type LogStore = {
  add(projectId: string, operationId: string, lines: readonly NumberedLine[]): Promise<void>;
  /** Adds lines of many operations. */
  addAll(lines: readonly LogLine[]): Promise<void>;
  /**
   * Lists the lines, oldest first. Of a log with more than `first` + `last` lines, it returns only the first and the
   * last lines, and between them a line that counts the omitted lines.
   */
  list(projectId: string, operationId: string, size: { first: number; last: number }): Promise<NumberedLine[]>;
  /** Whether the log has a message that matches the SQL pattern `like` and is newer than `since`. */
  has(projectId: string, operationId: string, line: { like: string; since: number }): Promise<boolean>;
  /**
   * Deletes up to `limit` lines of all projects that are older than `before` (Unix ms). Returns the number of lines.
   */
  dropOlder(before: number, limit: number): Promise<number>;
};
