import { isObject, type Json } from '../../../lib/json/json.ts';
import type { PathFault } from '../file/path_fault.ts';
import type { ReadSpec } from '../file/provider.ts';

const QUOTED = /(['"])\{parent\.[^{}]+\}\1/g;

/**
 * Faults of quoted parent values. A quoted value is written as a literal of the query language, so the file must
 * declare a language. The quotes must enclose only the placeholder, because a value inside a longer quoted text would
 * not be escaped. A path has no query language, so it must not quote a value.
 */
export function quotedParentFaults({ path, query, body, narrowed, job, where }: Partial<ReadSpec>, keys: string[]) {
  const language = narrowed?.where ?? where;
  const texts = Object.entries({ query, body, narrowed, job }).map(
    ([key, value]) => [key, textsIn(value as Json)] as const,
  );
  const faulty = (key: string, detail: string): PathFault => ({ keys: [...keys, key], detail });
  return [
    ...(path && [path].some(isQuoted) ? [faulty('path', 'must not quote a value of the parent')] : []),
    ...texts.flatMap(([key, found]) => {
      if (found.some(isInside)) return [faulty(key, 'must quote the value of the parent alone, without other text')];
      const needsLanguage = language === undefined && found.some(isQuoted);
      return needsLanguage
        ? [faulty(key, 'quotes a value of the parent, so where.quote must name the query language')]
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

/** Whether a placeholder is inside an open quote together with other text. */
function isInside(text: string): boolean {
  const rest = text.replace(QUOTED, '');
  const isOpen = (before: string) => [`'`, '"'].some((sign) => before.split(sign).length % 2 === 0);
  return [...rest.matchAll(/\{parent\./g)].some(({ index }) => isOpen(rest.slice(0, index)));
}
