import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { envelopes } from './envelopes.ts';
import type { Step } from './step.ts';
import type { Turn } from './turn.ts';

/**
 * Patterns of the keys of a next-page token, each with the request parameter that gets the token. Without a parameter
 * it is the group of the pattern or, if the pattern has none, the key. An empty text also means the key.
 */
const TOKENS: readonly (readonly [RegExp, string?])[] = [
  [/^next_?cursor$/i, 'cursor'],
  [/^next_?(page_?token)$/i],
  [/^next_?(page_?cursor)$/i],
  [/^next_?(page_?id)$/i],
  [/^next_?(start_?token)$/i],
  [/^next_?(token)$/i, ''],
  [/^next_?(offset|marker|start|skip|after|page|bookmark|from)$/i],
  [/^next_?(starting_?after)$/i],
  [/^(continuation_?token|scroll_?id|bookmark|starting_?after)$/i],
];

/** The next page by a token in the body or in a header. `more` is the flag for more pages, if there is one. */
export function bodyCursor(turn: Turn, more: boolean | null): Step | null {
  for (const envelope of envelopes(turn)) {
    const step = afterObject(envelope) ?? namedToken(envelope);
    if (step) return step;
  }
  return headerCursor(turn.headers) ?? (more === true ? behindLast(turn) : null);
}

function namedToken(envelope: JsonObject): Step | null {
  for (const [pattern, param] of TOKENS) {
    for (const [key, value] of Object.entries(envelope)) {
      const match = pattern.exec(key);
      if (match && isToken(value))
        return { set: { [param === '' ? key : (param ?? uncapitalised(match[1] ?? key))]: value } };
    }
  }
  return null;
}

/** A token in a nested object: `next: {after}`, `next: {starting_after}`, `cursors: {after}`, `cursor: {after}`. */
function afterObject(envelope: JsonObject): Step | null {
  for (const key of ['next', 'cursors', 'cursor']) {
    const inner = envelope[key];
    if (!isObject(inner)) continue;
    for (const param of ['after', 'starting_after', 'cursor', 'page_token', 'next'])
      if (isToken(inner[param])) return { set: { [param === 'next' ? 'cursor' : param]: inner[param] as Json } };
  }
  return null;
}

function isToken(value: Json | undefined): boolean {
  if (typeof value === 'string') return value !== '' && !/^https?:\/\//.test(value);
  return !isObject(value) && value !== false && value !== true && scalarText(value) !== null;
}

const HEADERS = [
  ['x-next-page', 'page'],
  ['x-next-cursor', 'cursor'],
  ['x-next-page-token', 'page_token'],
  ['x-next-token', 'next_token'],
] as const;

function headerCursor(headers: Turn['headers']): Step | null {
  const found = HEADERS.find(([name]) => headers[name]);
  return found ? { set: { [found[1]]: headers[found[0]] as string } } : null;
}

/** For a response that has only a flag for more pages: the next page starts after the last record's id. */
function behindLast({ body, lastId }: Turn): Step | null {
  if (!isObject(body)) return null;
  const said = scalarText(body['last_id'] ?? body['lastId']);
  const isTyped = body['object'] === 'list';
  if (said) return { set: { [isTyped ? 'after' : 'after_id']: said } };
  return isTyped && lastId !== null ? { set: { starting_after: lastId } } : null;
}

/** Lower-cases the first letter: `nextPageToken` is sent back as `pageToken`. */
function uncapitalised(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1);
}
