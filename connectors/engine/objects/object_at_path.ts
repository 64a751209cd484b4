import type { Json } from '../../../lib/json/json.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { Paging } from '../file/paging_facts.ts';
import type { Module, ObjectSpec, Provider, ReadSpec } from '../file/provider.ts';
import { getPath, setPath } from '../json_path.ts';
import { countsUntilEmpty } from '../paging/counts_until_empty.ts';
import { completeSpec, filledSpec, toStyle } from './complete_spec.ts';
import { moduleOf, type Scope } from './objects.ts';

type Entry = readonly [name: string, entry: string | ObjectSpec, module: Partial<Module> | undefined];

/**
 * Finds the object at a literal path. A known path gets the spec of its object or object family (`/objects/{object}`).
 * An unknown path gets the provider's defaults, and the engine infers the rest from the response.
 */
export function objectAtPath(provider: Provider, scope: Scope, asked: string): ObjectPlan {
  const known = knownAt(provider, scope, asked, (path) => path) ?? knownAt(provider, scope, asked, versionless);
  if (known) return known;
  const spec = { ...generalSpec(provider), path: asked };
  return { name: pathName(asked), spec, isLiteralPath: true, isUnknown: true };
}

type Simplify = (path: string) => string;

/** Removes version numbers from a path (`/v2/` becomes `/v/`): objects usually keep their paths across versions. */
function versionless(path: string): string {
  return path.replace(/\/v\d+(\.\d+)*(?=\/)/g, '/v');
}

function knownAt(provider: Provider, scope: Scope, asked: string, simplify: Simplify): ObjectPlan | null {
  const known = entriesOf(provider, scope)
    .map(([name, entry, module]) =>
      planAt(provider, name, completeSpec(provider, toStyle(entry), module), asked, simplify),
    )
    .filter((found) => found !== null);
  // The most specific path wins: the path whose placeholders match the least text.
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

/** The styles of unlisted objects; the style of the requested module comes first. */
function anyStyles({ modules = {} }: Provider, { anyObject, own }: Scope): [string, Partial<Module> | undefined][] {
  const mine = own.anyObject === undefined ? undefined : own;
  return [
    ...(anyObject === undefined ? [] : [[anyObject, mine] as [string, typeof mine]]),
    ...Object.values(modules).flatMap((module) =>
      module.anyObject === undefined ? [] : [[module.anyObject, module] as [string, Module]],
    ),
  ];
}

/** `open`: the number of characters that placeholders matched, plus one for each placeholder. */
type PathMatch = { plan: ObjectPlan; open: number };

/** The plan of an object if one of its paths (`path`, `alsoAt`, `narrowed.path`) matches; otherwise null. */
function planAt(
  provider: Provider,
  name: string | null,
  spec: ReadSpec,
  asked: string,
  simplify: Simplify,
): PathMatch | null {
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
      spec: withoutParents({ ...filledSpec(found, params), path: asked }, parent),
      isLiteralPath: true,
      parent,
    };
    return { plan, open: values.reduce((sum, [, value]) => sum + 1 + value.length, 0) };
  }
  return null;
}

/** The values of parent records that the path contains. */
function parentOf(values: readonly (readonly [string, string])[]): Json {
  const parent = {};
  for (const [key, value] of values) if (key.startsWith('parent.')) setPath(parent, key.slice('parent.'.length), value);
  return parent;
}

/** Drops query parameters that need a parent value which the path does not contain. */
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
  // A list of values in `each` applies to a literal path too, unless the path contains them.
  const whole: ReadSpec = { ...rest, ...(Array.isArray(each) && !/\{parent\./.test(rest.path) && { each }) };
  // A literal path is relative to the origin, so the narrowed path must be too.
  const narrowedAtBase = narrowed?.path === undefined ? narrowed : { ...narrowed, path: base + narrowed.path };
  const all: ReadSpec = { ...whole, ...(narrowedAtBase && { narrowed: narrowedAtBase }) };
  return [
    [base + whole.path, all],
    ...(whole.alsoAt ?? []).map((path): [string, ReadSpec] => [path, all]),
    ...(narrowedAtBase?.path === undefined
      ? []
      : [[narrowedAtBase.path, { ...whole, ...narrowedAtBase }] as [string, ReadSpec]]),
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
 * The spec of an unknown path. The object may be paged in another way than the provider's other objects. So the
 * provider's paging is used only if the response confirms it (`onlyIfSaid`); then `auto` is tried. Counting until an
 * empty page is tried last, because it needs no paging information in the response and costs one extra page.
 */
function generalSpec(provider: Provider): ReadSpec {
  const { baseURL: _base, paging = [], ...general } = provider.reading ?? {};
  const ways = ([paging].flat() as Paging[]).filter(({ kind }) => kind !== 'none' && kind !== 'linkHeader');
  const likely = ways.map((way) => ({ ...way, onlyIfSaid: true }));
  return { path: '', ...general, paging: [...likely, { kind: 'auto' }, ...ways.filter(countsUntilEmpty)] };
}

/** The path of the base URL. */
function basePath({ baseURL, reading }: Provider, spec: ReadSpec): string {
  const base = spec.baseURL ?? reading?.baseURL ?? baseURL;
  return base.replace(/^(https?:\/\/[^/]*|\{\{[^}]*\}\})/, '').replace(/\/$/, '');
}

/**
 * A regular expression for a path. `{parent.key}` matches any text, `{word}` a single segment; `keys` names the groups
 * in order. The query of the path is ignored.
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

/** A guess at the object's name in an unknown path: the last segment that is not a verb or a version. */
function pathName(path: string): string {
  const parts = (path.split('?')[0] ?? '').split('/').filter(Boolean);
  const names = parts.map((part) => part.replace(/\.(json|list|search|query)$/, ''));
  return names.findLast((part) => !VERBS.test(part)) ?? names.at(-1) ?? path;
}
