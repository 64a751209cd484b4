import type { HeaderPair } from './request_headers.ts';

/** The headers by their names in lower case; the values of a repeated one are joined by ", ". */
export function joinedHeaders(pairs: readonly HeaderPair[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}
