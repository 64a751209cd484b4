import type { Json } from '../../../lib/json/json.ts';
import type { OffsetPaging, PageNumberPaging, Paging, Place } from '../file/paging_facts.ts';
import { findObject } from '../objects/objects.ts';
import { baseUrl } from '../request/draft.ts';
import type { ReadTarget } from '../request/read_target.ts';
import { cursorText } from './cursor_text.ts';

/**
 * A cursor that starts at a page that the provider named: by a next-page URL (absolute or relative to the origin) or by
 * a value of the paging parameter.
 */
export function cursorFromToken(target: ReadTarget, token: string): string {
  const url = urlOf(target, token);
  return cursorText({ step: url === null ? stepOf(target, token) : { url }, watch: null });
}

function urlOf({ provider, module, objectName, variables }: ReadTarget, token: string): string | null {
  if (/^https?:\/\//.test(token)) return token;
  const { spec } = findObject(provider, module, objectName);
  if (spec.method === 'POST' || !RELATIVE.test(token)) return null;
  const url = new URL(token, new URL('/', baseUrl(provider, variables, spec.baseURL)));
  // If the URL lacks the page number or offset, its first value is set, because the next page is counted from the URL.
  const way = counting(spec.paging);
  if (way && !url.searchParams.has(way.param)) url.searchParams.set(way.param, String(firstOf(way)));
  return url.href;
}

const RELATIVE = /^[\w./-]*\?[^?]*=/;

/** The declared paging, if it is a single kind that counts pages or records. */
function counting(paging: Paging | Paging[] = []): OffsetPaging | PageNumberPaging | undefined {
  const ways = [paging].flat() as Paging[];
  const [way] = ways;
  return ways.length === 1 && (way?.kind === 'offset' || way?.kind === 'page') ? way : undefined;
}

function firstOf(way: OffsetPaging | PageNumberPaging): number {
  return way.first ?? (way.kind === 'page' ? 1 : 0);
}

function stepOf(
  { provider, module, objectName }: ReadTarget,
  token: string,
): { set: Record<string, Json>; in?: Place } {
  const { paging = [] } = findObject(provider, module, objectName).spec;
  const way = ([paging].flat() as Paging[]).find((candidate) => 'param' in candidate);
  const counted = RELATIVE.test(token) ? counting(paging) : undefined;
  const said = counted
    ? (new URL(token, 'http://any').searchParams.get(counted.param) ?? String(firstOf(counted)))
    : token;
  const value = /^\d{1,15}$/.test(said) ? Number(said) : said;
  return way && 'param' in way ? { set: { [way.param]: value }, in: way.in } : { set: { cursor: value } };
}
