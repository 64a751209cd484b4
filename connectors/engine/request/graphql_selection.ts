/**
 * The selection set of a GraphQL query. A provider file lists the fields of an object in GraphQL syntax (`id team { id
 * name }`), because an object field needs its own selection set. A requested field is taken from that list, including
 * its selection set; `$['team']['name']` selects a nested field. A field that the file does not list is requested by
 * its name.
 */
import { ProviderFailure } from '../answer/failure.ts';
import { pathKeys } from '../json_path.ts';

type Entry = { head: string; inside: string | null };
/** Requested fields by name: null for the whole field, or a map of the requested nested fields. */
type Wanted = Map<string, Wanted | null>;

/** The selection set for the requested fields, or all fields of the file when none are requested. */
export function graphqlSelection(known: string, asked: readonly string[], always: readonly string[]): string {
  if (asked.length === 0) return known;
  const wanted: Wanted = new Map();
  for (const name of [...always, ...asked]) want(wanted, keysOf(name));
  return written(wanted, known);
}

function keysOf(name: string): string[] {
  const keys = name.startsWith('$[') ? pathKeys(name).map(String) : [name];
  if (keys.every((key) => /^[A-Za-z_]\w*$/.test(key))) return keys;
  throw new ProviderFailure('badRequest', `"${name.slice(0, 60)}" is not a valid field name.`);
}

function want(wanted: Wanted, [key, ...deeper]: readonly string[]): void {
  if (key === undefined) return;
  const before = wanted.get(key);
  if (deeper.length === 0 || before === null) return void wanted.set(key, null);
  const inside: Wanted = before ?? new Map<string, Wanted | null>();
  wanted.set(key, inside);
  want(inside, deeper);
}

function written(wanted: Wanted, known: string): string {
  const entries = entriesOf(known);
  const texts = [...wanted].map(([key, deeper]) => {
    const entry = entries.get(key.toLowerCase());
    if (deeper === null) return entry ? entryText(entry) : key;
    return `${entry?.head ?? key} { ${written(deeper, entry?.inside ?? '')} }`;
  });
  return [...new Set(texts)].join(' ');
}

function entryText({ head, inside }: Entry): string {
  return inside === null ? head : `${head} { ${inside} }`;
}

const TOKEN = /\s*((?:\.\.\.\s*on\s+)?\w+(?:\s*:\s*\w+)?(?:\s*\([^)]*\))?)\s*(\{)?/y;

/** The fields of a selection set by lower-case name, because manifests may differ in case. */
function entriesOf(selection: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  TOKEN.lastIndex = 0;
  let at = 0;
  for (let match = TOKEN.exec(selection); match; match = TOKEN.exec(selection)) {
    at = TOKEN.lastIndex;
    const head = match[1] ?? '';
    const end = match[2] ? closing(selection, at) : null;
    const name = /^\w+/.exec(head)?.[0].toLowerCase();
    if (name) entries.set(name, { head, inside: end === null ? null : selection.slice(at, end).trim() });
    TOKEN.lastIndex = end === null ? at : end + 1;
  }
  return entries;
}

/** The index of the brace that closes the block which begins at `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
