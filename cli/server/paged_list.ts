import type { Server } from './server.ts';

/** A page as the API returns it. */
export type Page<T> = { results: T[]; pagination: { done: boolean; nextPageToken?: string } };
export type Query = Record<string, string | undefined>;

const MAX_PAGE = 200;
/** The max number of pages of a search. A filter that matches few results makes many empty pages. */
const MAX_PAGES = 100;

/** Collects up to `limit` results of a list of the API, newest first, into one page. */
export async function pagedList<T>(server: Server, path: string, query: Query, limit: number): Promise<Page<T>> {
  const results: T[] = [];
  let pagination: Page<T>['pagination'] = { done: false };
  for (let pages = 0; pages < MAX_PAGES && results.length < limit; pages += 1) {
    const pageSize = String(Math.min(limit - results.length, MAX_PAGE));
    const page = await server.call<Page<T>>(
      'GET',
      `${path}?${queryText({ ...query, pageSize, pageToken: pagination.nextPageToken })}`,
    );
    results.push(...page.results);
    pagination = page.pagination;
    if (pagination.done) break;
  }
  return { results, pagination };
}

function queryText(query: Query): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given).toString();
}
