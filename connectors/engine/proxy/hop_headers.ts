/** The headers of a request or a response, in order; a name may occur more than once. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The hop-by-hop headers of RFC 9110 7.6.1, and older names that still occur. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'te', 'trailer', 'trailers', 'transfer-encoding', 'upgrade']);

/** The name for comparisons. Servers behind a CGI interface treat `_` and `-` as the same. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** Whether a header is hop-by-hop: by its name, or because `Connection` lists it. */
export function hopByHop(headers: HeaderList): (name: string) => boolean {
  const listed = new Set(valuesOf(headers, 'connection').flatMap((value) => value.split(',').map(trimmedName)));
  return (name) => HOP_BY_HOP.has(name) || name.startsWith('proxy-') || name === 'http2-settings' || listed.has(name);
}

export function valuesOf(headers: HeaderList, wanted: string): string[] {
  return headers.flatMap(([name, value]) => (plainName(name) === wanted ? [value] : []));
}

/** Whether a header can be sent: a name of RFC 9110, and a value without control characters other than tabs. */
export function isSendable(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function trimmedName(text: string): string {
  return plainName(text.trim());
}
