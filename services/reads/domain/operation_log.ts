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

/** What a list answers at most; a read that is parked again and again stays readable. */
export const MAX_LISTED_LINES = 1_000;
