import type { Json } from '../../../lib/json/json.ts';
import { completeSpec, filled, toStyle } from '../file/complete_spec.ts';
import { getPath, setPath } from '../json_path.ts';
import { moduleOf, type ObjectPlan, type Scope } from './objects.ts';
import type { Paging } from '../file/paging_facts.ts';
import { isWordless } from '../paging/is_wordless.ts';
import type { Module, ObjectSpec, Provider, ReadSpec } from '../file/provider.ts';

type Entry = readonly [name: string, entry: string | ObjectSpec, module: Partial<Module> | undefined];

/**
 * The object at a path that was asked for as it stands. A known path keeps the facts of its object, or of the family
 * that it belongs to (`/objects/{object}`); any other is read with the provider's general facts and what the answer shows.
 */
export function objectAtPath(provider: Provider, scope: Scope, asked: string): ObjectPlan {
  const known = knownAt(provider, scope, asked, (path) => path) ?? knownAt(provider, scope, asked, versionless);
  if (known) return known;
  const spec = { ...generalSpec(provider), path: asked };
  return { name: pathName(asked), spec, isLiteralPath: true, isUnknown: true };
}

type Simplify = (path: string) => string;

/** An API's versions keep the paths of their objects. */
function versionless(path: string): string {
  return path.replace(/\/v\d+(\.\d+)*(?=\/)/g, '/v');
}

function knownAt(provider: Provider, scope: Scope, asked: string, simplify: Simplify): ObjectPlan | null {
  const known = entriesOf(provider, scope)
    .map(([name, entry, module]) =>
      planAt(provider, name, completeSpec(provider, toStyle(entry), module), asked, simplify),
    )
    .filter((found) => found !== null);
  // The path with the least left open knows best; of equals the first.
  const [best] = known.sort((a, b) => a.open - b.open);
  if (best) return best.plan;
  for (const [style, module] of anyStyles(provider, scope)) {
    const spec = completeSpec(provider, { style }, module);
    const found = spec.path?.includes('{object}') && planAt(provider, null, spec, asked, simplify);
    if (found) return found.plan;
  }
  return null;
}

function entriesOf({ modules = {} }: Provider, { objects, own }: Scope): Entry[] {
  return [
    ...Object.entries(objects).map(([name, entry]) => [name, entry, moduleOf(own, name)] as const),
    ...Object.values(modules).flatMap((module) =>
      Object.entries(module.objects ?? {}).map(([name, entry]) => [name, entry, module] as const),
    ),
  ];
}

/** The styles of objects that nobody names, the asked module's first. */
function anyStyles({ modules = {} }: Provider, { anyObject, own }: Scope): [string, Partial<Module> | undefined][] {
  const mine = own.anyObject === undefined ? undefined : own;
  return [
    ...(anyObject === undefined ? [] : [[anyObject, mine] as [string, typeof mine]]),
    ...Object.values(modules).flatMap((module) =>
      module.anyObject === undefined ? [] : [[module.anyObject, module] as [string, Module]],
    ),
  ];
}

/** `open`: how much of the path the object leaves open. */
type Found = { plan: ObjectPlan; open: number };

/** The plan of an object whose path, other path, or path for a selection is the one that was asked for. */
function planAt(
  provider: Provider,
  name: string | null,
  spec: ReadSpec,
  asked: string,
  simplify: Simplify,
): Found | null {
  if (!spec.path) return null;
  for (const [path, found] of pathsOf(spec, basePath(provider, spec))) {
    const { pattern, keys } = pathPattern(simplify(path), name);
    const match = pattern.exec(simplify(asked));
    if (!match) continue;
    const values = keys.map((key, index) => [key, decoded(match[index + 1] ?? '')] as const);
    const params = Object.fromEntries(values.filter(([key]) => !key.startsWith('parent.')));
    const parent = parentOf(values);
    const plan: ObjectPlan = {
      name: name?.replace(/\{(\w+)\}/g, (all, key: string) => params[key] ?? all) ?? params['object'] ?? '',
      spec: withoutParents({ ...filled(found, params), path: asked }, parent),
      isLiteralPath: true,
      parent,
    };
    return { plan, open: values.reduce((sum, [, value]) => sum + 1 + value.length, 0) };
  }
  return null;
}

/** What the path says of the records that it lies below. */
function parentOf(values: readonly (readonly [string, string])[]): Json {
  const parent = {};
  for (const [key, value] of values) if (key.startsWith('parent.')) setPath(parent, key.slice('parent.'.length), value);
  return parent;
}

/** A parent that the path does not name cannot be asked for by query either. */
function withoutParents({ query, ...spec }: ReadSpec, parent: Json): ReadSpec {
  if (!query || spec.each !== undefined) return { ...spec, ...(query && { query }) };
  const isKnown = (text: string) =>
    [...text.matchAll(/\{parent\.([^{}|]+)/g)].every(([, key]) => getPath(parent, key as string) !== undefined);
  return { ...spec, query: Object.fromEntries(Object.entries(query).filter(([, value]) => isKnown(String(value)))) };
}

function pathsOf(
  { each, parts: _parts, descend: _descend, narrowed, ...rest }: ReadSpec,
  base: string,
): [string, ReadSpec][] {
  // Parents that the file itself names are no part of the path.
  const whole: ReadSpec = { ...rest, ...(Array.isArray(each) && !/\{parent\./.test(rest.path) && { each }) };
  // A path that was asked for lies below the origin, so its selection does too.
  const below = narrowed?.path === undefined ? narrowed : { ...narrowed, path: base + narrowed.path };
  const all: ReadSpec = { ...whole, ...(below && { narrowed: below }) };
  return [
    [base + whole.path, all],
    ...(whole.alsoAt ?? []).map((path): [string, ReadSpec] => [path, all]),
    ...(below?.path === undefined ? [] : [[below.path, { ...whole, ...below }] as [string, ReadSpec]]),
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Nobody has said of an unknown path that it pages as the provider's others do: their way counts where the answer bears
 * it out. A Link header is what `auto` looks for first. Counting to an empty page goes by no word: it is what remains where
 * an answer says nothing at all, and costs one page more.
 */
function generalSpec(provider: Provider): ReadSpec {
  const { baseURL: _base, paging = [], ...general } = provider.reading ?? {};
  const ways = ([paging].flat() as Paging[]).filter(({ kind }) => kind !== 'none' && kind !== 'linkHeader');
  const likely = ways.map((way) => ({ ...way, onlyIfSaid: true }));
  return { path: '', ...general, paging: [...likely, { kind: 'auto' }, ...ways.filter(isWordless)] };
}

/** The part of the base URL below the origin. */
function basePath({ baseURL, reading }: Provider, spec: ReadSpec): string {
  const base = spec.baseURL ?? reading?.baseURL ?? baseURL;
  return base.replace(/^(https?:\/\/[^/]*|\{\{[^}]*\}\})/, '').replace(/\/$/, '');
}

/**
 * `{parent.key}` may be anything; `{word}` is one part of the path. Both are known afterwards, in the order of `keys`.
 * A query tells no paths apart.
 */
function pathPattern(path: string, name: string | null): { pattern: RegExp; keys: string[] } {
  const plain = path.replace(/\?.*$/, '');
  const keys: string[] = [];
  const pattern = (name === null ? plain : plain.replaceAll('{object}', () => name))
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\{[^}]*\}\}/g, '[^/]+')
    .replace(/\{([\w\\.|]+)\}/g, (_all, word: string) => {
      const key = word.replaceAll('\\', '').replace(/\|last$/, '');
      const before = keys.indexOf(key);
      if (before >= 0) return `\\${before + 1}`;
      keys.push(key);
      return key.startsWith('parent.') ? '(.+)' : '([^/]+)';
    });
  return { pattern: new RegExp(`^${pattern}(?:\\.json)?/?$`), keys };
}

const VERBS = /^(list|search|query|all|find|index|v?\d+(\.\d+)*)$/i;

/** What an unknown path is most likely a list of: its last part that is no verb and no version. */
function pathName(path: string): string {
  const parts = (path.split('?')[0] ?? '').split('/').filter(Boolean);
  const names = parts.map((part) => part.replace(/\.(json|list|search|query)$/, ''));
  return names.findLast((part) => !VERBS.test(part)) ?? names.at(-1) ?? path;
}
