import { MASK_TEXT } from '../../../lib/http/secret_mask.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';

/**
 * A receiver that cannot check headers may expect a token in the query of its URL. So the query is handled like the
 * other secrets.
 */

/** Splits a URL at its first `?`. `query`: empty when the URL has no `?`. */
export function splitQuery(url: string): { bare: string; query: string } {
  const at = url.indexOf('?');
  return at < 0 ? { bare: url, query: '' } : { bare: url.slice(0, at), query: url.slice(at + 1) };
}

/** Replaces each value in the query of the URL by the mask, and also each part that has no name. */
export function maskQuery(url: string): string {
  const { bare, query } = splitQuery(url);
  if (query === '') return url;
  const parts = query.split('&').map((part) => {
    const name = nameOf(part);
    return name === null ? part && MASK_TEXT : `${name}=${part === `${name}=` ? '' : MASK_TEXT}`;
  });
  return `${bare}?${parts.join('&')}`;
}

/**
 * Replaces masks in the query by the stored values of the same names. Throws invalidArgument for a mask without a
 * stored value.
 */
export function withStoredQuery(given: Json, stored: JsonObject, urlKey: string | undefined): Json {
  if (urlKey === undefined || !isObject(given)) return given;
  const url = given[urlKey];
  if (typeof url !== 'string' || !hasMaskedQuery(url)) return given;
  const { bare, query } = splitQuery(url);
  const before = stored[urlKey];
  const left = splitQuery(typeof before === 'string' ? before : '').query.split('&');
  const parts = query.split('&').map((part) => {
    if (!isMasked(part)) return part;
    const at = left.findIndex((one) => one !== '' && nameOf(one) === nameOf(part));
    if (at < 0) throw noStoredValue(nameOf(part) ?? '', urlKey);
    return left.splice(at, 1)[0] as string;
  });
  return { ...given, [urlKey]: `${bare}?${parts.join('&')}` };
}

export function hasMaskedQuery(url: string): boolean {
  return splitQuery(url).query.split('&').some(isMasked);
}

function isMasked(part: string): boolean {
  return part === MASK_TEXT || part.endsWith(`=${MASK_TEXT}`);
}

/** The name of a part of a query; null for a part without a name. */
function nameOf(part: string): string | null {
  const at = part.indexOf('=');
  return at < 0 ? null : part.slice(0, at);
}

function noStoredValue(name: string, urlKey: string): Problem {
  const what = name === '' ? 'value' : `value of ${name}`;
  const detail = `${MASK_TEXT} stands for a stored value, and the query of the ${urlKey} has no stored ${what}. Send it.`;
  return new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: `metadata.${urlKey}`, detail }] });
}
