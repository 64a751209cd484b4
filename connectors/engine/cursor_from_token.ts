import type { Json } from '../../lib/json/json.ts';
import { cursorText } from './cursor_text.ts';
import { baseUrl } from './draft.ts';
import { findObject } from './objects.ts';
import type { Paging, Place } from './paging_facts.ts';
import type { ReadTarget } from './read_target.ts';

/**
 * A cursor that goes on from a page that the provider named itself: a next-page URL, whole or relative to its origin, or
 * the value of its paging parameter.
 */
export function cursorFromToken(target: ReadTarget, token: string): string {
  const url = urlOf(target, token);
  return cursorText({ step: url === null ? stepOf(target, token) : { url }, watch: null });
}

function urlOf({ provider, module, objectName, variables }: ReadTarget, token: string): string | null {
  if (/^https?:\/\//.test(token)) return token;
  const { spec } = findObject(provider, module, objectName);
  const isRelative = spec.method !== 'POST' && /^[\w./-]*\?[^?]*=/.test(token);
  return isRelative ? new URL(token, new URL('/', baseUrl(provider, variables, spec.baseURL))).href : null;
}

function stepOf(
  { provider, module, objectName }: ReadTarget,
  token: string,
): { set: Record<string, Json>; in?: Place } {
  const { paging = [] } = findObject(provider, module, objectName).spec;
  const way = ([paging].flat() as Paging[]).find((candidate) => 'param' in candidate);
  const value = /^\d{1,15}$/.test(token) ? Number(token) : token;
  return way && 'param' in way ? { set: { [way.param]: value }, in: way.in } : { set: { cursor: value } };
}
