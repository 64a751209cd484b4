/** The headers of a request or a response, in order; a name may occur more than once. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The hop-by-hop headers of RFC 9110 7.6.1, and older names that still occur. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'te', 'trailer', 'trailers', 'transfer-encoding', 'upgrade']);

/** The name for comparisons. Servers behind a CGI interface treat `_` and `-` as the same. */
export function plainName(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes('_') ? lower.replaceAll('_', '-') : lower;
}

/** A header. `plain`: the name for comparisons (`plainName`). */
export type NamedHeader = { plain: string; name: string; value: string };

export function namedHeaders(headers: HeaderList): NamedHeader[] {
  return headers.map(([name, value]) => ({ plain: plainName(name), name, value }));
}

/** Whether a header is hop-by-hop: by its plain name, or because `Connection` lists it. */
export function hopByHop(headers: readonly NamedHeader[]): (plain: string) => boolean {
  const listed = new Set(valuesOf(headers, 'connection').flatMap((value) => value.split(',').map(trimmedName)));
  return (plain) =>
    HOP_BY_HOP.has(plain) || plain.startsWith('proxy-') || plain === 'http2-settings' || listed.has(plain);
}

export function valuesOf(headers: readonly NamedHeader[], wanted: string): string[] {
  const values: string[] = [];
  for (const { plain, value } of headers) if (plain === wanted) values.push(value);
  return values;
}

/** Whether a header can be sent: a name of RFC 9110, and a value without control characters other than tabs. */
export function isSendable(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function trimmedName(text: string): string {
  return plainName(text.trim());
}
