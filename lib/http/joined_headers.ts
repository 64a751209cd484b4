import type { HeaderPair } from './request_headers.ts';

/** Returns the headers by name in lower case. The values of a repeated header are joined by ", ". */
export function joinedHeaders(pairs: readonly HeaderPair[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(joined);
}
