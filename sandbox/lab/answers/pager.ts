/**
 * The inverse of connectors/engine/paging: finds the position of a request in the list, and writes the next page into
 * the response, for every kind of paging. If the file declares no paging (`auto`), the provider's name selects one of
 * the common kinds.
 */
import { Buffer } from 'node:buffer';
import type { CursorPaging, PageNumberPaging, Paging } from '../../../connectors/engine/file/paging_facts.ts';
import { setPath } from '../../../connectors/engine/json_path.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { LabError } from '../lab_error.ts';
import { type LabRequest, parameterOf } from '../lab_request.ts';
import { dice } from '../records/dice.ts';

/** The page parameter in next-page URLs of the lab. */
const PAGE = 'lab_page';

export type Ground = {
  /** Identifies the list: a token of one list is refused by another. */
  list: string;
  size: number;
  total: number;
  /** The position after an id; null when the id is unknown. */
  behind(id: string): number | null;
  /** The id of the record before a position; empty at the start. */
  before(place: number): string;
  /** The next page starts where this one does (an empty page), so its token must differ from this page's token. */
  isDetour?: boolean;
};
/** Positions in the list. `end` is after the last record of the page, `next` is null on the last page. */
export type Served = { start: number; end: number; next: number | null };

export function wayOf(paging: Paging | Paging[] | undefined, provider: string, isBareList: boolean): Paging {
  const way = [paging ?? []].flat()[0] ?? { kind: 'auto' };
  // The body is the list itself and has no place for a next page, so there is only one page.
  const isInBody = way.kind === 'nextUrl' || (way.kind === 'cursor' && !way.header);
  if (isBareList && isInBody) return { kind: 'none' };
  if (way.kind !== 'auto') return way;
  if (isBareList) return { kind: 'linkHeader' };
  return CUSTOMARY[dice(provider) % CUSTOMARY.length] as Paging;
}

/**
 * The kind of paging that this request uses. A file may declare several, and the engine takes the first that applies.
 */
export function requestedPaging(paging: Paging | Paging[] | undefined, request: LabRequest, usual: Paging): Paging {
  const isAsked = (way: Paging) =>
    'param' in way && ![undefined, null, ''].includes(scalarText(parameterOf(request, way)));
  return ([paging ?? []].flat() as Paging[]).find(isAsked) ?? usual;
}

const CUSTOMARY: readonly Paging[] = [
  { kind: 'linkHeader' },
  { kind: 'nextUrl', path: 'links.next' },
  { kind: 'cursor', path: 'next_cursor', param: 'cursor' },
  { kind: 'cursor', path: 'pagination.nextCursor', param: 'cursor', more: 'pagination.hasMore' },
];

/** The requested position. Throws LabError 400 for a token that is not from the lab. */
export function startOf(way: Paging, request: LabRequest, ground: Ground): number {
  const inUrl = request.url.searchParams.get(PAGE);
  if (inUrl !== null) return decoded(inUrl, ground.list);
  if (!('param' in way)) return 0;
  const text = scalarText(parameterOf(request, way));
  if (text === null || text === '') return 0;
  if (way.kind === 'lastId') return place(ground.behind(text), text);
  if (way.kind === 'cursor' && way.stays) return placeBehind(text, ground);
  if (way.kind === 'cursor' && !way.window) return decoded(text, ground.list);
  if (!/^\d+$/.test(text)) throw new LabError(400, `"${text}" is not a position in this list.`);
  if (way.kind === 'cursor') return withinWindow(Number(text), way.window?.size ?? Infinity);
  const steps = Number(text) - (way.first ?? (way.kind === 'page' ? 1 : 0));
  if (steps < 0) throw new LabError(400, `This list starts at ${way.first ?? (way.kind === 'page' ? 1 : 0)}.`);
  return way.kind === 'page' ? steps * ground.size : steps;
}

export function pageAt(way: Paging, start: number, { size, total }: Ground): Served {
  const end = way.kind === 'none' ? total : Math.min(start + size, total);
  return { start, end: Math.max(start, end), next: end < total ? end : null };
}

type Envelope = { body: Json; headers: Record<string, string> };

/** Writes the next page, or the end marker, into body and headers. */
export function putNext(way: Paging, served: Served, ground: Ground, request: LabRequest, { body, headers }: Envelope) {
  const { next } = served;
  const put = (path: string, value: Json) => {
    if (!Array.isArray(body)) setPath(body as JsonObject, path, value);
  };
  if ('more' in way && way.more) put(way.more, next !== null);
  if ('end' in way && way.end) put(way.end, next === null);
  switch (way.kind) {
    case 'linkHeader':
      headers['link'] = linkOf(request, next, ground, way.rel ?? 'next');
      break;
    case 'nextUrl':
      put(first(way.path), next === null ? null : pageUrl(request, next, ground).href);
      break;
    case 'cursor':
      if (way.header) headers[way.header.toLowerCase()] = next === null ? '' : tokenOf(way, next, ground);
      else put(first(way.path ?? 'next'), next === null ? null : wordOf(way, next, ground, request));
      break;
    case 'lastId':
      if (way.total) put(way.total, ground.total - served.start);
      break;
    case 'offset':
      if (way.next) put(way.next, next === null ? null : next + (way.first ?? 0));
      if (way.total) put(way.total, ground.total);
      break;
    case 'page':
      if (way.totalPages) put(way.totalPages, Math.ceil(ground.total / ground.size));
      if (way.next) put(way.next, next === null ? null : pageNumber(way, next, ground));
      if (way.header) headers[way.header.toLowerCase()] = next === null ? '' : String(pageNumber(way, next, ground));
      if (way.totalPagesHeader)
        headers[way.totalPagesHeader.toLowerCase()] = String(Math.ceil(ground.total / ground.size));
      break;
  }
}

/** A token, or a URL with the token as a parameter. */
function wordOf(way: CursorPaging, next: number, ground: Ground, request: LabRequest): string {
  if (way.inUrl === undefined) return tokenOf(way, next, ground);
  const there = new URL(request.url);
  there.searchParams.set(way.inUrl, tokenOf(way, next, ground));
  return there.pathname + there.search;
}

function pageNumber({ first: start = 1 }: PageNumberPaging, next: number, { size }: Ground): number {
  return Math.floor(next / size) + start;
}

function tokenOf(way: Paging, next: number, ground: Ground): string {
  if (way.kind === 'cursor' && way.stays) return encoded(ground.before(next), ground);
  return way.kind === 'cursor' && way.window ? String(next) : encoded(next, ground);
}

function linkOf(request: LabRequest, next: number | null, ground: Ground, rel: string): string {
  const start = new URL(request.url);
  start.searchParams.delete(PAGE);
  const links = [`<${start.href}>; rel="first"`];
  if (next !== null) links.unshift(`<${pageUrl(request, next, ground).href}>; rel="${rel}"`);
  return links.join(', ');
}

function pageUrl({ url }: LabRequest, next: number, ground: Ground): URL {
  const there = new URL(url);
  there.searchParams.set(PAGE, encoded(next, ground));
  return there;
}

function encoded(at: number | string, { list, isDetour }: Ground): string {
  return Buffer.from(`${at}:${dice(list)}${isDetour ? ':again' : ''}`).toString('base64url');
}

function decoded(token: string, list: string): number {
  const at = markIn(token, list);
  if (!/^\d+$/.test(at)) throw new LabError(400, 'The page token is not from this provider.');
  return Number(at);
}

function markIn(token: string, list: string): string {
  const found = /^(.*):(\d+)(:again)?$/.exec(Buffer.from(token, 'base64url').toString());
  if (!found) throw new LabError(400, 'The page token is not from this provider.');
  if (Number(found[2]) !== dice(list)) throw new LabError(400, 'The page token belongs to another list.');
  return found[1] ?? '';
}

/** A position from a token that marks a record. Deletions before that record do not shift it. */
function placeBehind(token: string, ground: Ground): number {
  const id = markIn(token, ground.list);
  return id === '' ? 0 : place(ground.behind(id), id);
}

function place(at: number | null, id: string): number {
  if (at === null) throw new LabError(400, `There is no record ${id} in this list.`);
  return at;
}

function withinWindow(at: number, size: number): number {
  if (at >= size) throw new LabError(400, `The max offset is ${size}.`);
  return at;
}

function first(path: string | string[]): string {
  return [path].flat()[0] ?? '';
}
