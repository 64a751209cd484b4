import type { Server } from './server.ts';

type Page<T> = { results: T[]; pagination: { done: boolean; nextPageToken?: string } };
export type Listed<T> = { results: T[]; isAll: boolean };
export type Query = Record<string, string | undefined>;

const MAX_PAGE = 200;
/** A filter that matches little makes pages that are empty; a search ends after so many. */
const MAX_PAGES = 100;

/** Collects up to `limit` results of a list of the API, newest first. */
export async function pagedList<T>(server: Server, path: string, query: Query, limit: number): Promise<Listed<T>> {
  const results: T[] = [];
  let pageToken: string | undefined;
  for (let pages = 0; pages < MAX_PAGES && results.length < limit; pages += 1) {
    const pageSize = String(Math.min(limit - results.length, MAX_PAGE));
    const page = await server.call<Page<T>>('GET', `${path}?${queryText({ ...query, pageSize, pageToken })}`);
    results.push(...page.results);
    pageToken = page.pagination.nextPageToken;
    if (page.pagination.done) return { results, isAll: true };
  }
  return { results, isAll: false };
}

function queryText(query: Query): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given).toString();
}
