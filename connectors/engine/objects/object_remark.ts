import { similarName } from '../../../lib/problem/similar_name.ts';
import type { Provider } from '../file/provider.ts';
import { singular } from '../request/object_spelling.ts';
import { comparableName, findObject, matchesFamily, objectTable } from './objects.ts';

/**
 * Why a read of an object would fail or may fail. `isUnreadable`: the file says that the object cannot be read as a
 * whole, so a read fails. Otherwise the file does not list the object. `suggestion` says what to do.
 */
export type ObjectRemark = { isUnreadable: boolean; message: string; suggestion: string };

/** The names of a provider's objects, or of a module's. Cached, because a manifest may have thousands of objects. */
type Index = {
  /** The names of readable objects, for suggestions. */
  names: string[];
  /** Names and aliases of object families, with their placeholders. */
  families: string[];
  /**
   * The letters and digits of every listed name, alias and object with known fields, as they are and in the singular.
   */
  known: Set<string>;
  /** The reason why an object is unreadable, by the letters and digits of the object's name or alias. */
  unreadable: Map<string, string>;
  /** Why unlisted objects are unreadable. Undefined when they are readable. */
  anyUnreadable: string | undefined;
  /** Whether unlisted objects can be read too. */
  takesAny: boolean;
};

const indexes = new WeakMap<Provider, Map<string, Index>>();

/** The remark on an object, or null. A literal path is not unknown, and nothing is if no names are known. */
export function objectRemark(provider: Provider, module: string | undefined, asked: string): ObjectRemark | null {
  const index = indexOf(provider, module);
  const key = comparableName(asked);
  const isKnown = index.known.has(key) || index.known.has(singular(key)) || isOfFamily(index, asked);
  const reason = index.unreadable.get(key) ?? (isKnown ? undefined : index.anyUnreadable);
  if (reason !== undefined) return unreadable(provider, asked, reason);
  if (isKnown || index.known.size === 0 || asked.startsWith('/')) return null;
  return unknown(provider, asked, index);
}

function unreadable({ displayName }: Provider, asked: string, reason: string): ObjectRemark {
  const message = `"${asked}" of ${displayName} cannot be read. ${reason}`;
  return { isUnreadable: true, message, suggestion: 'Remove it from `read.objects`.' };
}

function unknown(provider: Provider, asked: string, { names, takesAny }: Index): ObjectRemark {
  const meant = similarName(asked, names);
  const other = Object.keys(provider.modules ?? {}).find((module) =>
    indexOf(provider, module).known.has(comparableName(asked)),
  );
  const suggestion = other === undefined ? unlisted(takesAny) : `It is an object of the module ${other}.`;
  return {
    isUnreadable: false,
    message: `${provider.displayName} is not known to have an object ${asked}.`,
    suggestion: meant === undefined ? suggestion : `Did you mean ${meant}?`,
  };
}

function unlisted(takesAny: boolean): string {
  return takesAny
    ? 'Nothing needs to be done if the account has it, for example as a custom object.'
    : 'Reads of an object that the provider file does not list fail.';
}

function isOfFamily({ families }: Index, asked: string): boolean {
  return families.some((pattern) => matchesFamily(pattern, asked));
}

function indexOf(provider: Provider, module: string | undefined): Index {
  const ofProvider = indexes.get(provider) ?? new Map<string, Index>();
  indexes.set(provider, ofProvider);
  const asked = module || provider.defaultModule || '';
  // A manifest may name any module. Modules that the file does not declare share one index.
  const name = Object.hasOwn(provider.modules ?? {}, asked) ? asked : '';
  const index = ofProvider.get(name) ?? makeIndex(provider, name);
  ofProvider.set(name, index);
  return index;
}

function makeIndex(provider: Provider, module: string): Index {
  const { entries, takesAny } = objectTable(provider, module);
  const patterns = entries.flatMap(({ name, aliases }) => [name, ...aliases]).filter((text) => text.includes('{'));
  const listed = entries.filter(({ name }) => !name.includes('{'));
  const reasonOf = (name: string) => findObject(provider, module, name).spec.unreadable;
  const reasons = listed.flatMap(({ name, aliases }) => {
    const reason = reasonOf(name);
    return reason === undefined ? [] : [name, ...aliases].map((one) => [comparableName(one), reason] as const);
  });
  const factual = [provider.knownFields, provider.modules?.[module]?.knownFields].flatMap((table) =>
    Object.keys(table ?? {}),
  );
  const spellings = [...listed.flatMap(({ name, aliases }) => [name, ...aliases]), ...factual].map(comparableName);
  const unreadable = new Map(reasons);
  return {
    names: listed.map(({ name }) => name).filter((name) => !unreadable.has(comparableName(name))),
    families: patterns,
    known: new Set(spellings.flatMap((one) => [one, singular(one)])),
    unreadable,
    anyUnreadable: takesAny ? reasonOf('any object') : undefined,
    takesAny,
  };
}
