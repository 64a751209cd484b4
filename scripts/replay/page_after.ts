/**
 * The page after the last recorded one. If a provider only counts pages or records, the recorded connectors stop at a
 * page that is shorter than requested. The engine does not, because a short page proves nothing: it reads on until a
 * page is empty. No recording has the answer to that last request, but every provider would send an empty list. So the
 * replay answers with the last page, emptied, when
 * - the request is the previous one with a single counter increased (`page`, `offset`, `skip`, `from` …, or the counter
 *   in the text of a query), and
 * - the last recorded page had fewer records than its own request asked for, or than the page size in its answer.
 * Any other request beyond the recording is a miss. The result of the case says when this rule was used.
 */

import { getPath } from '../../connectors/engine/json_path.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { type Asked, type Keys, keysOf } from './match.ts';
import type { Exchange } from './replay_case.ts';

export type Before = { exchange: Exchange; asked: Asked };

/** Makes the empty page; null when the request does not follow a short page. */
export function pageAfter(asked: Asked, before: readonly Before[], arrayPath: string | undefined): Exchange | null {
  const last = before.findLast((earlier) => isNextOf(asked, earlier.asked));
  if (!last) return null;
  const { request, response } = last.exchange;
  const list = recordsOf(response.body, arrayPath);
  const size = sizeAsked(keysOf(request.query ?? {}, request.body)) ?? sizeSaid(response.body ?? null, 2);
  if (!list || size === null || list.length >= size) return null;
  return { request, response: { ...response, body: without(response.body as Json, list) } };
}

function isNextOf(asked: Asked, earlier: Asked): boolean {
  if (asked.method !== earlier.method || asked.path !== earlier.path) return false;
  const [now, then] = [asked, earlier].map(({ query, body }) => keysOf(Object.fromEntries(query), body)) as [
    Keys,
    Keys,
  ];
  const changed = [...new Set([...now.keys(), ...then.keys()])].filter((key) => now.get(key) !== then.get(key));
  return changed.length === 1 && changed.every((key) => raised(...counters(now.get(key), then.get(key))));
}

/** The values of a counter now and before. In the text of a query, these are the only numbers that differ. */
function counters(now: string | undefined, then: string | undefined): [string | undefined, string | undefined] {
  const [words, wordsThen] = [now, then].map((text) => text?.split(/\d+/).join('#'));
  if (isCount(now) || words === undefined || words !== wordsThen) return [now, then];
  const [numbers, numbersThen] = [now, then].map((text) =>
    [...(text ?? '').matchAll(/\d+/g)].map(([number]) => number),
  );
  const differing = (numbers ?? []).flatMap((number, index) =>
    number === numbersThen?.[index] ? [] : [[number, numbersThen?.[index]] as [string, string | undefined]],
  );
  return differing.length === 1 && differing[0] ? differing[0] : [now, then];
}

function isCount(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,9}$/.test(text);
}

function raised(now: string | undefined, then: string | undefined): boolean {
  return isCount(now) && (then === undefined || (isCount(then) && Number(now) > Number(then)));
}

/** Keys of page sizes. If the request has no size, the answer may have it, as in `{pg: {limit: 50}}`. */
export const SIZE = /(limit|size|count|per_?page|take|top|max|results|rows)\]?$/i;

function sizeAsked(recorded: Keys): number | null {
  const sizes = [...recorded]
    .filter(([key, value]) => SIZE.test(key) && isCount(value))
    .map(([, value]) => Number(value));
  const said = [...recorded.values()].map((text) => /\b(?:maxresults|limit|take|top)\s+(\d{1,9})\b/i.exec(text)?.[1]);
  return sizes[0] ?? said.filter((size) => size !== undefined).map(Number)[0] ?? null;
}

function sizeSaid(body: Json, levels: number): number | null {
  if (!isObject(body)) return null;
  const said = Object.entries(body).find(
    ([key, value]) => /^(limit|per_?page|page_?size)$/i.test(key) && value !== null,
  );
  if (said && isCount(String(said[1]))) return Number(said[1]);
  const below = levels > 1 ? Object.values(body).map((part) => sizeSaid(part as Json, levels - 1)) : [];
  return below.find((size) => size !== null) ?? null;
}

/** The list at `arrayPath`, or the longest list near the root. */
function recordsOf(body: Json | undefined, arrayPath: string | undefined): Json[] | undefined {
  const named = arrayPath === undefined ? undefined : getPath(body, arrayPath);
  if (Array.isArray(named)) return named;
  return listsIn(body ?? null, 3).sort((a, b) => b.length - a.length)[0];
}

function listsIn(value: Json, levels: number): Json[][] {
  if (Array.isArray(value)) return [value];
  return isObject(value) && levels > 0 ? Object.values(value).flatMap((part) => listsIn(part, levels - 1)) : [];
}

function without(value: Json, list: Json[]): Json {
  if (value === list) return [];
  if (!isObject(value)) return value;
  // An empty page has no link to a next page.
  const emptied = (key: string, part: Json) =>
    /next/i.test(key) && isCount(scalarText(part) ?? '') ? null : without(part, list);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, emptied(key, part as Json)]),
  ) as JsonObject;
}
