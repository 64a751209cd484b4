import { completeSpec, filled, toStyle } from './complete_spec.ts';
import { moduleOf, type ObjectPlan, type Scope } from './objects.ts';
import type { Paging } from './paging_facts.ts';
import type { Module, ObjectSpec, Provider, ReadSpec } from './provider.ts';

type Entry = readonly [name: string, entry: string | ObjectSpec, module: Partial<Module> | undefined];

/**
 * The object at a path that was asked for as it stands. A known path keeps the facts of its object, or of the family
 * that it belongs to (`/objects/{object}`); any other is read with the provider's general facts and what the answer shows.
 */
export function objectAtPath(provider: Provider, scope: Scope, asked: string): ObjectPlan {
  for (const [name, entry, module] of entriesOf(provider, scope)) {
    const found = planAt(provider, name, completeSpec(provider, toStyle(entry), module), asked);
    if (found) return found;
  }
  for (const [style, module] of anyStyles(provider, scope)) {
    const spec = completeSpec(provider, { style }, module);
    const found = spec.path.includes('{object}') && planAt(provider, null, spec, asked);
    if (found) return found;
  }
  const spec = { ...generalSpec(provider), path: asked };
  return { name: lastSegment(asked), spec, isLiteralPath: true, isUnknown: true };
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

/** The plan of an object whose path, other path, or path for a selection is the one that was asked for. */
function planAt(provider: Provider, name: string | null, spec: ReadSpec, asked: string): ObjectPlan | null {
  for (const [path, found] of pathsOf(spec, basePath(provider, spec))) {
    const match = pathPattern(path, name).exec(asked);
    if (!match) continue;
    const params = Object.fromEntries(Object.entries(match.groups ?? {}).map(([key, text]) => [key, decoded(text)]));
    return {
      name: name ?? params['object'] ?? '',
      spec: { ...filled(found, params), path: asked },
      isLiteralPath: true,
    };
  }
  return null;
}

function pathsOf({ each: _parent, narrowed, ...whole }: ReadSpec, base: string): [string, ReadSpec][] {
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
 * it out. A Link header is what `auto` looks for first.
 */
function generalSpec(provider: Provider): ReadSpec {
  const { baseURL: _base, paging = [], ...general } = provider.reading ?? {};
  const ways = ([paging].flat() as Paging[]).filter(({ kind }) => kind !== 'none' && kind !== 'linkHeader');
  return { path: '', ...general, paging: [...ways.map((way) => ({ ...way, onlyIfSaid: true })), { kind: 'auto' }] };
}

/** The part of the base URL below the origin. */
function basePath({ baseURL, reading }: Provider, spec: ReadSpec): string {
  const base = spec.baseURL ?? reading?.baseURL ?? baseURL;
  return base.replace(/^(https?:\/\/[^/]*|\{\{[^}]*\}\})/, '').replace(/\/$/, '');
}

/** `{parent.key}` may be anything; `{word}` is one part of the path, and known afterwards. A query tells no paths apart. */
function pathPattern(path: string, name: string | null): RegExp {
  const met = new Set<string>();
  const plain = path.replace(/\?.*$/, '');
  const pattern = (name === null ? plain : plain.replaceAll('{object}', () => name))
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\{[^}]*\}\}/g, '[^/]+')
    .replace(/\{parent\\\.[^}]*\}/g, '.+')
    .replace(/\{(\w+)\}/g, (_all, word: string) => {
      if (met.has(word)) return `\\k<${word}>`;
      met.add(word);
      return `(?<${word}>[^/]+)`;
    });
  return new RegExp(`^${pattern}(\\.json)?/?$`);
}

function lastSegment(path: string): string {
  return (
    path
      .split(/[/?]/)
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.json$/, '') ?? path
  );
}
