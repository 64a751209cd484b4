/** A line of an operation's log, for the builder to read: never a secret, never a record. */
export type LogEntry = {
  time: number;
  severity: 'INFO' | 'WARNING' | 'ERROR';
  msg: string;
  error?: string;
  details?: Record<string, string>;
};

const EVERY_PAGE_UP_TO = 100;
const THEN_EVERY = 100;
/** What a list answers at most; a read that is parked again and again stays readable. */
export const MAX_LISTED_LINES = 1_000;

/** Whether a page gets a line of its own: all of the first hundred, then each hundredth. */
export function isPageLogged(pageSeq: number): boolean {
  return pageSeq <= EVERY_PAGE_UP_TO || pageSeq % THEN_EVERY === 0;
}
