/**
 * What one operation may cost at most, however its provider leads on: a bound for what no rule foresaw. Generous, for a
 * read that runs into one fails by name and keeps what it has delivered. 0 lifts a limit.
 */
export type ReadLimits = { pages: number; bytes: number; millis: number };

/** The sentence with which the operation fails; null while it is within its limits. */
export function overLimit(spent: ReadLimits, limits: ReadLimits): string | null {
  if (isOver(spent.pages, limits.pages))
    return told('page', `${limits.pages} pages were read`, 'CAUSEWAY_READS_MOST_PAGES');
  if (isOver(spent.bytes, limits.bytes))
    return told('byte', `${limits.bytes} bytes were fetched`, 'CAUSEWAY_READS_MOST_BYTES');
  if (isOver(spent.millis, limits.millis))
    return told(
      'time',
      `${Math.round(limits.millis / 60_000)} minutes have passed since it began`,
      'CAUSEWAY_READS_MOST_TIME',
    );
  return null;
}

function isOver(spent: number, limit: number): boolean {
  return limit > 0 && spent >= limit;
}

function told(budget: string, spent: string, setting: string): string {
  return `The ${budget} budget of this read is used up: ${spent}, and the provider leads on. Narrow the read, or raise ${setting}.`;
}
