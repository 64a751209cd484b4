/**
 * The max cost of one operation, whatever the provider's paging does: a bound for cases that no other rule covers. The
 * limits are generous. A read that exceeds one fails with an error that names the limit and keeps what it has
 * delivered. 0 disables a limit.
 */
export type ReadLimits = { pages: number; bytes: number; ms: number };

/** The operation's error message; null while it is within its limits. */
export function overLimit(spent: ReadLimits, limits: ReadLimits): string | null {
  if (isOver(spent.pages, limits.pages))
    return told('page', `${limits.pages} pages were read`, 'CAUSEWAY_READS_MAX_PAGES');
  if (isOver(spent.bytes, limits.bytes))
    return told('byte', `${limits.bytes} bytes were fetched`, 'CAUSEWAY_READS_MAX_BYTES');
  if (isOver(spent.ms, limits.ms))
    return told(
      'time',
      `${Math.round(limits.ms / 60_000)} minutes have passed since it began`,
      'CAUSEWAY_READS_MAX_TIME_MS',
    );
  return null;
}

function isOver(spent: number, limit: number): boolean {
  return limit > 0 && spent >= limit;
}

function told(budget: string, spent: string, setting: string): string {
  return `This read reached its ${budget} limit: ${spent}, and the provider has more. Narrow the read, or raise ${setting}.`;
}
