import { ProviderFailure } from '../answer/failure.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { Module, ObjectSpec, Provider } from '../file/provider.ts';
import { respelled, singular } from '../request/object_spelling.ts';
import { completeSpec, filledSpec, toStyle } from './complete_spec.ts';
import { objectAtPath } from './object_at_path.ts';

/**
 * Finds the plan of an object by its name (case and punctuation are ignored), by an alias, or, if `asked` begins with a
 * slash, by its path. Throws ProviderFailure `notFound`.
 */
export function findObject(provider: Provider, module: string | undefined, asked: string): ObjectPlan {
  const scope = scopeOf(provider, module);
  if (asked.startsWith('/')) return objectAtPath(provider, scope, asked);
  const found = byName(provider, scope, asked);
  if (found) return found;
  throw new ProviderFailure('notFound', `${provider.displayName} has no object "${asked}".`);
}

/** The names of all objects of a provider, or of one of its modules. */
export function objectNames(provider: Provider, module?: string): string[] {
  return Object.keys(scopeOf(provider, module).objects);
}

/**
 * The objects that a provider, or one of its modules, lists. `takesAny`: objects that are not listed can be read too.
 */
export function objectTable(
  provider: Provider,
  module: string | undefined,
): { entries: { name: string; aliases: string[] }[]; takesAny: boolean } {
  const { objects, anyObject } = scopeOf(provider, module);
  const entries = Object.entries(objects).map(([name, entry]) => ({ name, aliases: aliasesOf(entry) }));
  return { entries, takesAny: anyObject !== undefined };
}

type Table = Record<string, string | ObjectSpec>;
/** The objects of a provider, merged with the objects of one module. `own`: the module; empty without one. */
export type Scope = { objects: Table; anyObject: string | undefined; own: Partial<Module> };

/**
 * A cache by provider and declared module: every page looks up its object, and a provider may have hundreds of objects.
 */
const scopes = new WeakMap<Provider, Map<string, Scope>>();

function scopeOf(provider: Provider, module: string | undefined): Scope {
  const asked = module || provider.defaultModule || '';
  // A manifest may name any module. Modules that the file does not declare share one table.
  const name = Object.hasOwn(provider.modules ?? {}, asked) ? asked : '';
  const ofProvider = scopes.get(provider) ?? new Map<string, Scope>();
  scopes.set(provider, ofProvider);
  const own: Partial<Module> = provider.modules?.[name] ?? {};
  const known = ofProvider.get(name);
  if (known) return known;
  const objects = { ...provider.objects, ...own.objects };
  const scope = { objects, anyObject: own.anyObject ?? provider.anyObject, own };
  ofProvider.set(name, scope);
  return scope;
}

function byName(provider: Provider, { objects, anyObject, own }: Scope, asked: string): ObjectPlan | null {
  const specOf = (name: string) =>
    completeSpec(provider, toStyle(objects[name] as string | ObjectSpec), moduleOf(own, name));
  const name = Object.hasOwn(objects, asked) ? asked : alike(objects, asked);
  if (name) return { name, spec: specOf(name) };
  const family = familyOf(objects, asked);
  if (family) return { name: asked, spec: filledSpec(specOf(family.name), family.params) };
  if (!anyObject) {
    const similar = differingInPluralOnly(objects, asked);
    return similar ? { name: similar, spec: specOf(similar) } : null;
  }
  const spec = completeSpec(provider, { style: anyObject }, own.anyObject === undefined ? undefined : own);
  // Spells the name as this provider spells the names of its objects.
  return { name: respelled(asked, spec.naming ?? {}), spec };
}

function alike(objects: Scope['objects'], asked: string): string | undefined {
  return spelledLike(objects, (name) => comparableName(name) === comparableName(asked));
}

/** Finds a name that differs only in singular or plural. */
function differingInPluralOnly(objects: Scope['objects'], asked: string): string | undefined {
  return spelledLike(objects, (name) => singular(comparableName(name)) === singular(comparableName(asked)));
}

function spelledLike(objects: Scope['objects'], isLike: (name: string) => boolean): string | undefined {
  return Object.keys(objects).find((name) => [name, ...aliasesOf(objects[name])].some(isLike));
}

/**
 * The object family that the name belongs to. A family is an object whose name contains placeholders such as `{part}`.
 * `params`: the value of each placeholder.
 */
function familyOf(objects: Scope['objects'], asked: string): { name: string; params: Record<string, string> } | null {
  for (const [name, entry] of Object.entries(objects)) {
    for (const pattern of [name, ...aliasesOf(entry)].filter((text) => text.includes('{'))) {
      const match = familyPattern(pattern).exec(asked);
      if (match) return { name, params: { ...match.groups } };
    }
  }
  return null;
}

function familyPattern(pattern: string): RegExp {
  const source = pattern.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
  return new RegExp(`^${source}$`);
}

export function matchesFamily(pattern: string, asked: string): boolean {
  return familyPattern(pattern).test(asked);
}

function aliasesOf(spec: string | ObjectSpec | undefined): string[] {
  return typeof spec === 'object' ? (spec.aliases ?? []) : [];
}

/** A key for comparing names: names that differ only in case and punctuation have the same key. */
export function comparableName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The module, if it declares the object itself. */
export function moduleOf(own: Partial<Module>, name: string): Partial<Module> | undefined {
  return own.objects && Object.hasOwn(own.objects, name) ? own : undefined;
}
