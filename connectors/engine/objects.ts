import { ProviderFailure } from './failure.ts';
import type { Paging } from './paging_facts.ts';
import type { Module, ObjectSpec, Provider, ReadSpec, ReadStyle } from './provider.ts';

/** An object of a provider with everything that the file says about reading it. */
export type ObjectPlan = {
  /** The name as the provider file spells it, or as it was asked for. */
  name: string;
  spec: ReadSpec;
  /** The path was asked for as it stands: it lies below the origin, not below the base URL. */
  isLiteralPath?: boolean;
  /** No object of the file lies there: what the file says for all of them is no more than likely. */
  isUnknown?: boolean;
};

/**
 * Finds how to read an object: by its name, by a name that differs in case or punctuation only, by an alias, or, when
 * what was asked for begins with a slash, by its path. Throws ProviderFailure `notFound`.
 */
export function findObject(provider: Provider, module: string | undefined, asked: string): ObjectPlan {
  const scope = scopeOf(provider, module);
  const found = asked.startsWith('/') ? byPath(provider, scope, asked) : byName(provider, scope, asked);
  if (found) return found;
  throw new ProviderFailure('notFound', `${provider.displayName} has no object "${asked}".`);
}

/** The names of all objects of a provider, or of one module of it. */
export function objectNames(provider: Provider, module?: string): string[] {
  return Object.keys(scopeOf(provider, module).objects);
}

type Table = Record<string, string | ObjectSpec>;
type Scope = { objects: Table; anyObject: string | undefined; own: Partial<Module> };

function scopeOf(provider: Provider, module: string | undefined): Scope {
  const own: Partial<Module> = provider.modules?.[module || provider.defaultModule || ''] ?? {};
  return { objects: { ...provider.objects, ...own.objects }, anyObject: own.anyObject ?? provider.anyObject, own };
}

function byName(provider: Provider, { objects, anyObject, own }: Scope, asked: string): ObjectPlan | null {
  const specOf = (name: string) =>
    completeSpec(provider, toStyle(objects[name] as string | ObjectSpec), moduleOf(own, name));
  const name = Object.hasOwn(objects, asked) ? asked : alike(objects, asked);
  if (name) return { name, spec: specOf(name) };
  const family = familyOf(objects, asked);
  if (family) return { name: asked, spec: filled(specOf(family.name), family.params) };
  if (!anyObject) return null;
  return {
    name: asked,
    spec: completeSpec(provider, { style: anyObject }, own.anyObject === undefined ? undefined : own),
  };
}

function alike(objects: Scope['objects'], asked: string): string | undefined {
  const key = plain(asked);
  return Object.keys(objects).find(
    (name) => plain(name) === key || aliasesOf(objects[name]).some((alias) => plain(alias) === key),
  );
}

/** An object whose name holds `{part}` stands for a family of objects; the part is filled into path and query. */
function familyOf(objects: Scope['objects'], asked: string): { name: string; params: Record<string, string> } | null {
  for (const [name, entry] of Object.entries(objects)) {
    for (const pattern of [name, ...aliasesOf(entry)].filter((text) => text.includes('{'))) {
      const source = pattern.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
      const match = new RegExp(`^${source}$`).exec(asked);
      if (match) return { name, params: { ...match.groups } };
    }
  }
  return null;
}

function filled(spec: ReadSpec, params: Record<string, string>): ReadSpec {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, name: string) => params[name] ?? all);
  const query = Object.entries(spec.query ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? fill(value) : value,
  ]);
  return {
    ...spec,
    path: fill(spec.path),
    ...(spec.query && { query: Object.fromEntries(query) as NonNullable<ReadSpec['query']> }),
  };
}

function aliasesOf(spec: string | ObjectSpec | undefined): string[] {
  return typeof spec === 'object' ? (spec.aliases ?? []) : [];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A known path keeps the facts of its object; any other is read with the provider's general facts and what the answer shows. */
function byPath(provider: Provider, { objects, own }: Scope, asked: string): ObjectPlan {
  const tables: (readonly [string, string | ObjectSpec, Partial<Module> | undefined])[] = [
    ...Object.entries(objects).map(([name, entry]) => [name, entry, moduleOf(own, name)] as const),
    ...Object.values(provider.modules ?? {}).flatMap((module) =>
      Object.entries(module.objects ?? {}).map(([name, entry]) => [name, entry, module] as const),
    ),
  ];
  for (const [name, entry, module] of tables) {
    const spec = completeSpec(provider, toStyle(entry), module);
    const isAt =
      pathPattern(basePath(provider, spec) + spec.path, name).test(asked) ||
      spec.alsoAt?.some((path) => pathPattern(path, name).test(asked));
    if (isAt) return { name, spec: { ...omitEach(spec), path: asked }, isLiteralPath: true };
  }
  const spec = { ...generalSpec(provider), path: asked };
  return { name: lastSegment(asked), spec, isLiteralPath: true, isUnknown: true };
}

function moduleOf(own: Partial<Module>, name: string): Partial<Module> | undefined {
  return own.objects && Object.hasOwn(own.objects, name) ? own : undefined;
}

function omitEach({ each: _parent, ...spec }: ReadSpec): ReadSpec {
  return spec;
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

function pathPattern(path: string, name: string): RegExp {
  const pattern = path
    .replace('{object}', name)
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\{[^}]*\}\}/g, '[^/]+')
    .replace(/\{parent\\\.[^}]*\}/g, '.+');
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

function toStyle(entry: string | ObjectSpec): ObjectSpec {
  return typeof entry === 'string' ? { style: entry } : entry;
}

/** The object over its style, over that style's style, over its module, over what holds for the whole provider. */
function completeSpec(provider: Provider, style: ReadStyle, module?: Partial<Module>): ReadSpec {
  const { baseURL: _base, ...general } = provider.reading ?? {};
  const layers: ReadStyle[] = [style];
  for (let name = style.style; name && layers.length < 8; name = layers.at(-1)?.style)
    layers.push(provider.styles?.[name] ?? {});
  const metadata: ReadStyle = provider.metadata ? { metadata: provider.metadata } : {};
  // A base URL for reading holds for the modules too.
  const base: ReadStyle = module?.baseURL && !provider.reading?.baseURL ? { baseURL: module.baseURL } : {};
  return [metadata, base, general as ReadStyle, (module?.reading ?? {}) as ReadStyle, ...layers.reverse()].reduce(
    overlay,
    {},
  ) as ReadSpec;
}

/** Query parameters, headers, field descriptions and what narrows add up; everything else is replaced. */
function overlay(below: ReadStyle, above: ReadStyle): ReadStyle {
  return {
    ...below,
    ...above,
    ...((below.query ?? above.query) && { query: { ...below.query, ...above.query } }),
    ...((below.metadata ?? above.metadata) && { metadata: { ...below.metadata, ...above.metadata } }),
    ...((below.narrowed ?? above.narrowed) && { narrowed: { ...below.narrowed, ...above.narrowed } }),
    ...((below.headers ?? above.headers) && { headers: { ...below.headers, ...above.headers } }),
  };
}
