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

/**
 * The max size of a list. A read that is parked again and again stays readable: the list has its first lines and, more
 * useful, its last ones.
 */
export const LISTED_LINES = { first: 200, last: 800 };
