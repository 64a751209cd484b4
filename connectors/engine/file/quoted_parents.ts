import { isObject, type Json } from '../../../lib/json/json.ts';
import type { ReadSpec } from './provider.ts';
import type { PathFault } from './schema_check.ts';

const QUOTED = /(['"])\{parent\.[^{}]+\}\1/g;

/**
 * A parent's value in quotes is written as its language writes a literal, so there has to be a language, and the quotes
 * have to stand right around it: in the middle of a quoted text nothing of it would be escaped. A path has no language.
 */
export function quotedParentFaults({ path, query, body, narrowed, job, where }: Partial<ReadSpec>, keys: string[]) {
  const language = narrowed?.where ?? where;
  const texts = Object.entries({ query, body, narrowed, job }).map(
    ([key, value]) => [key, textsIn(value as Json)] as const,
  );
  const faulty = (key: string, detail: string): PathFault => ({ keys: [...keys, key], detail });
  return [
    ...(path && [path].some(isQuoted) ? [faulty('path', 'quotes a value of the parent, which no path can')] : []),
    ...texts.flatMap(([key, found]) => {
      if (found.some(isInside)) return [faulty(key, 'quotes a value of the parent together with something else')];
      const needsLanguage = language === undefined && found.some(isQuoted);
      return needsLanguage
        ? [faulty(key, 'quotes a value of the parent, and no where.quote says in which language')]
        : [];
    }),
  ];
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function isQuoted(text: string): boolean {
  return text.search(QUOTED) >= 0 || isInside(text);
}

/** A quote was begun and not ended where the value stands. */
function isInside(text: string): boolean {
  const rest = text.replace(QUOTED, '');
  const isOpen = (before: string) => [`'`, '"'].some((sign) => before.split(sign).length % 2 === 0);
  return [...rest.matchAll(/\{parent\./g)].some(({ index }) => isOpen(rest.slice(0, index)));
}
