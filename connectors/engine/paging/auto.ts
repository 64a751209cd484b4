import type { Json } from '../../../lib/json/json.ts';
import { firstPath } from '../json_path.ts';
import { linkHeader } from './link_header.ts';
import { saysMore, type Turn, type Verdict } from './turn.ts';

const NEXT_URLS = [
  'links.next',
  'links.next.href',
  '_links.next',
  '_links.next.href',
  'next',
  'next.href',
  'next_page',
  'nextPage',
  'next_url',
  'nextUrl',
  'next_page_url',
  'next_page_uri',
  'nextPageUrl',
  'nextLink',
  'next_link',
  "['@odata.nextLink']",
  'paging.next.link',
  'paging.next',
  'pagination.next',
  'pagination.next_url',
  'pagination.next_page',
  'pagination.nextPage',
  'pagination.next_link',
  'meta.next',
  'meta.next_url',
  'meta.next_page_url',
  'meta.pagination.links.next',
  'meta.pagination.next_url',
  'page.next',
  'pages.next',
  'after_url',
  'next_uri',
  'nextRecordsUrl',
  'next_page_link',
  'metadata.next',
];
/** Where bodies keep a token for the next page, and the parameter that such providers take it back in. */
const CURSORS: readonly (readonly [string, string])[] = [
  ['next_cursor', 'cursor'],
  ['nextCursor', 'cursor'],
  ['meta.next_cursor', 'cursor'],
  ['meta.nextCursor', 'cursor'],
  ['pagination.next_cursor', 'cursor'],
  ['pagination.nextCursor', 'cursor'],
  ['response_metadata.next_cursor', 'cursor'],
  ['additional_data.next_cursor', 'cursor'],
  ['paging.next.after', 'after'],
  ['paging.cursors.after', 'after'],
  ['nextPageToken', 'pageToken'],
  ['next_page_token', 'page_token'],
  ['pagination.next_page_token', 'page_token'],
  ['nextToken', 'nextToken'],
  ['pages.next.starting_after', 'starting_after'],
  ['next_offset', 'offset'],
  ['nextOffset', 'offset'],
];
const MORE = [
  'has_more',
  'hasMore',
  'meta.has_more',
  'meta.hasMore',
  'pagination.has_more',
  'pagination.hasMore',
  'hasNextPage',
  'has_next_page',
  'pageInfo.hasNextPage',
  'pagination.has_next',
  'more',
  'additional_data.pagination.more_items_in_collection',
];

/** For objects whose file says nothing about paging: what the answer itself shows, in the customary places. */
export function auto(turn: Turn): Verdict {
  const { body } = turn;
  const link = linkHeader(turn, { kind: 'linkHeader' });
  if (link !== 'end') return link;
  const more = MORE.map((path) => saysMore({ more: path }, body)).find((word) => word !== null) ?? null;
  if (more === false || saysMore({ end: 'end_of_stream' }, body) === false) return 'end';
  return bodyUrl(body) ?? bodyCursor(body) ?? countedPage(turn) ?? (more ? 'unknown' : 'end');
}

function bodyUrl(body: Json): Verdict | null {
  const urls = NEXT_URLS.map((path) => firstPath(body, path));
  const url = urls.find((value) => typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value));
  return typeof url === 'string' ? { url } : null;
}

function bodyCursor(body: Json): Verdict | null {
  for (const [path, param] of CURSORS) {
    const token = firstPath(body, path);
    if (token !== undefined && token !== '' && token !== false) return { set: { [param]: token } };
  }
  return null;
}

const COUNTS: readonly (readonly [string, string])[] = [
  ['page', 'total_pages'],
  ['page', 'totalPages'],
  ['meta.page', 'meta.total_pages'],
  ['meta.current_page', 'meta.last_page'],
  ['current_page', 'last_page'],
  ['current_page', 'total_pages'],
  ['pagination.page', 'pagination.total_pages'],
  ['pagination.page', 'pagination.totalPages'],
  ['pagination.current_page', 'pagination.total_pages'],
  ['pagination.page', 'pagination.pages'],
  ['meta.pagination.page', 'meta.pagination.pages'],
  ['meta.pagination.current_page', 'meta.pagination.total_pages'],
];

function countedPage({ body }: Turn): Verdict | null {
  for (const [current, pages] of COUNTS) {
    const [at, of] = [firstPath(body, current), firstPath(body, pages)];
    if (typeof at === 'number' && typeof of === 'number')
      return at < of ? { set: { page: at + 1 }, in: 'query' } : 'end';
  }
  return null;
}
