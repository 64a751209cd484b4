import { fromIso } from '../../lib/time/iso.ts';

/** The field `pagination` of a list. */
export function pagination(nextPageToken: string): { done: boolean; nextPageToken?: string } {
  return { done: nextPageToken === '', ...(nextPageToken && { nextPageToken }) };
}

/** The range of a list in Unix ms. 0 means no limit, so an `until` at the epoch becomes 1. */
export function timesOf({ since = '', until = '' }: { since?: string | undefined; until?: string | undefined }) {
  return { since: fromIso(since) ?? 0, until: until === '' ? 0 : fromIso(until) || 1 };
}
