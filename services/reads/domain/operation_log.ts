/** A line of an operation's log, for the builder to read: never a secret, never a record. */
export type LogEntry = {
  time: number;
  severity: 'INFO' | 'WARNING' | 'ERROR';
  msg: string;
  error?: string;
  details?: object;
};

/** Lines sort by their ids. */
export type NumberedLine = LogEntry & { id: string };

/**
 * What a list answers at most. A read that is parked again and again stays readable: how it began, and, which is asked for more
 * often, how it ended.
 */
export const LISTED_LINES = { first: 200, last: 800 };
