import { isObject, type Json } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { allowedWithout, isBetterThanAsserted } from './deviations.ts';
import { graphqlMessage, graphqlRoots } from './messages/graphql_message.ts';
import { messageOf, operationOf } from './messages/soap_message.ts';
import type { Exchange } from './replay_case.ts';

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Json | undefined;
  /** The header names are in lower case. */
  headers?: Readonly<Record<string, string | string[] | undefined>>;
};
export type Keys = Map<string, string>;

/** Whether another request has already got this exchange. */
export type IsTaken = (exchange: Exchange) => boolean;

/**
 * Finds the recorded exchange that answers a request. Method and path must be equal, and so must the query and body keys
 * that distinguish the exchanges of the case, or that the source asserts. Page sizes and field lists may differ. If the
 * recording has no request bodies, the exchanges are used in order. Our request must have every query key of the
 * recording, except those that `leftOutKey` allows. Without a match, the result is a sentence that names the difference.
 */
export function matchExchange(
  exchanges: readonly Exchange[],
  asked: Asked,
  isTaken: IsTaken = () => false,
  isKnown: (key: string) => boolean = () => false,
): Exchange | string {
  const there = exchanges.filter(
    ({ request }) =>
      request.method === asked.method &&
      samePath(request.path, asked.path) &&
      (isBodyLeftOut(request) || whatOf(request.body) === whatOf(asked.body)),
  );
  if (there.length === 0) return `asked ${asked.method} ${asked.path}, which was not recorded`;
  const given = keysOf(Object.fromEntries(asked.query), asked.body);
  const all = there.map(recordedKeys);
  const leftOut = there.map(({ request }) => isBodyLeftOut(request));
  const telling = tellingKeys(all, leftOut);
  const agrees = (at: number, key: string) =>
    (key.startsWith('body') && leftOut[at] === true) ||
    same(all[at]?.get(key), given.get(key)) ||
    isFirst(key, all, all[at]?.get(key), given.get(key));
  const fits = there.filter((_exchange, at) => telling.every((key) => agrees(at, key)));
  const found =
    fits.find((exchange) => !isTaken(exchange)) ??
    fits[0] ??
    there.findLast((_exchange, at) => isCarriedOn(telling, at, all, given));
  if (!found) return `asked ${asked.method} ${asked.path} with another ${telling.join(', ')} than was recorded`;
  const wrong = assertedFault(found, given) ?? leftOutKey(found, given, isKnown);
  return wrong ? `asked ${asked.method} ${asked.path} with ${wrong}` : found;
}

/** The operation of a body. SOAP and GraphQL send every request to the same path. */
function whatOf(body: Json | undefined): string {
  return graphqlRoots(body) ?? operationOf(body);
}

function isBodyLeftOut({ method, body }: Exchange['request']): boolean {
  return method === 'POST' && (body === undefined || body === null || body === '');
}

function samePath(recorded: string, asked: string): boolean {
  return pathOnly(recorded) === pathOnly(asked);
}

/** The path without query and trailing slash: sources of one provider write it both ways. */
export function pathOnly(path: string): string {
  return safeDecode((path.split('?')[0] as string).replace(/(.)\/$/, '$1'));
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function recordedKeys({ request }: Exchange): Keys {
  // Some sources record the query as a part of the path.
  const inPath = Object.fromEntries(new URLSearchParams(request.path.split('?')[1] ?? ''));
  return keysOf({ ...inPath, ...request.query }, request.body);
}

/** The query parameters by name, and the scalar values of the body by path. */
export function keysOf(query: Record<string, Json>, body: Json | undefined): Keys {
  const keys: Keys = new Map();
  for (const [name, value] of Object.entries(query))
    keys.set(
      `query ${name}`,
      [value]
        .flat()
        .map((one) => scalarText(one) ?? '')
        .join(','),
    );
  if (body !== undefined) leaves(graphqlMessage(messageOf(body)), 'body', keys);
  return keys;
}

function leaves(value: Json, path: string, into: Keys): void {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) leaves(item, `${path} ${index}`, into);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) leaves(item, `${path} ${key}`, into);
  else into.set(path, scalarText(value) ?? 'null');
}

/** The keys that distinguish the exchanges; without page sizes and field lists if the other keys suffice. */
function tellingKeys(all: Keys[], bodiesLeftOut: boolean[]): string[] {
  const differing = differingKeys(all, bodiesLeftOut);
  const others = differing.filter((key) => !/(limit|size|per_?page|count|max|top|first|select|fields)$/i.test(key));
  const texts = all.map((keys) => JSON.stringify(others.map((key) => keys.get(key))));
  return new Set(texts).size === all.length ? others : differing;
}

/**
 * Whether our request may carry more keys than the recorded one. Some sources send only the token for a later page; we
 * repeat the filters of the list. So every recorded key must be equal, at least one must be unique to this exchange,
 * and our additional keys must be those of the first page.
 */
function isCarriedOn(telling: readonly string[], at: number, all: readonly Keys[], given: Keys): boolean {
  const own = telling.filter((key) => all[at]?.has(key));
  const others = telling.filter((key) => !all[at]?.has(key) && given.has(key));
  const isAlone = (key: string) => all.filter((keys) => keys.get(key) === all[at]?.get(key)).length === 1;
  return (
    own.every((key) => same(all[at]?.get(key), given.get(key))) &&
    own.some(isAlone) &&
    others.every((key) => all.some((keys) => keys.get(key) === given.get(key)))
  );
}

function differingKeys(all: Keys[], bodiesLeftOut: boolean[]): string[] {
  const names = new Set(all.flatMap((keys) => [...keys.keys()]));
  const withBody = all.filter((_keys, at) => !bodiesLeftOut[at]);
  return [...names].filter(
    (name) => new Set((name.startsWith('body') ? withBody : all).map((keys) => keys.get(name))).size > 1,
  );
}

/**
 * Whether a counter is missing on one side and has its first value on the other: 0 or 1, and below every other count.
 */
function isFirst(key: string, all: Keys[], recorded: string | undefined, given: string | undefined): boolean {
  const counts = all.flatMap((keys) => keys.get(key) ?? []);
  if (!counts.every((count) => /^\d{1,9}$/.test(count))) return false;
  if (given === undefined) return Number(recorded) <= 1 && Number(recorded) === Math.min(...counts.map(Number));
  return recorded === undefined && /^[01]$/.test(given) && counts.every((count) => Number(count) > Number(given));
}

function same(recorded: string | undefined, given: string | undefined): boolean {
  return (recorded ?? '') === (given ?? '') || sameTime(recorded, given);
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Whether two times are equal: the fraction .000 may be missing. */
function sameTime(recorded = '', given = ''): boolean {
  return TIME.test(recorded) && TIME.test(given) && Date.parse(recorded) === Date.parse(given);
}

/** Whether two texts are the same instant, in any zone and with any digits of the fraction. */
function isSameTime(asserted: string, given = ''): boolean {
  const [one, other] = [asserted, given].map((text) => (/^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN));
  return one === other;
}

/**
 * Finds the first query key that the recorded request has and ours does not, although the provider may need it. Allowed
 * are an empty value, the number of a first page, and the differences in deviations.ts. `isKnown`: the provider file
 * has the key and sends it when it applies, such as a time bound.
 */
function leftOutKey(found: Exchange, given: Keys, isKnown: (key: string) => boolean): string | null {
  for (const [key, value] of recordedKeys(found)) {
    const name = key.startsWith('query ') ? key.slice('query '.length) : null;
    if (name === null || given.has(key) || value === '' || /^[01]$/.test(value) || isKnown(name)) continue;
    if (allowedWithout(name, value) === null) return `no ${key}, which the recorded request has`;
  }
  return null;
}

function assertedFault({ request: { assertedBySource } }: Exchange, given: Keys): string | null {
  const asserted = keysOf(assertedBySource?.query ?? {}, assertedBySource?.body);
  for (const [key, value] of asserted) {
    if (
      !same(value, given.get(key)) &&
      !isSameTime(value, given.get(key)) &&
      !isBetterThanAsserted(key, value, given.get(key))
    )
      return `${key}=${given.get(key) ?? '(nothing)'} where the source asserts ${value}`;
  }
  return null;
}
