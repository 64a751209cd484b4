import { fromIso } from '../../lib/time/iso.ts';

/** The `pagination` of a list. */
export function pagination(nextPageToken: string): { done: boolean; nextPageToken?: string } {
  return { done: nextPageToken === '', ...(nextPageToken && { nextPageToken }) };
}

/** The range of a list in Unix ms; 0 for an end that is not given. So an `until` at the epoch becomes the next ms. */
export function timesOf({ since = '', until = '' }: { since?: string | undefined; until?: string | undefined }) {
  return { since: fromIso(since) ?? 0, until: until === '' ? 0 : fromIso(until) || 1 };
}
