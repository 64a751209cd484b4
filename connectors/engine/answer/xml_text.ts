/** The number of UTF-16 units that are read in one step, before other work gets a turn. */
export const PORTION = 32 * 1024;

/** The length of the longest reference, `&#1114111;`, in UTF-16 units. */
const MAX_REFERENCE = 10;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
}

/** Applies `read` to a text in portions, and yields after each portion. Returns the joined results. */
export function* inPortions(text: string, read: (portion: string) => string): Generator<undefined, string> {
  if (text.length <= PORTION) return read(text);
  let found = '';
  for (let at = 0; at < text.length; ) {
    const end = portionEnd(text, at);
    found += read(text.slice(at, end));
    at = end;
    yield;
  }
  return found;
}

/** The end of a portion. It is not inside a reference or a `\r\n`. */
function portionEnd(text: string, at: number): number {
  const end = at + PORTION;
  if (end >= text.length) return text.length;
  const reference = text.slice(end - MAX_REFERENCE, end).lastIndexOf('&');
  if (reference !== -1) return end - MAX_REFERENCE + reference;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/**
 * Replaces references. Only the five predefined entities and character references are known; others are not changed.
 */
export function unescapeXml(text: string): string {
  const lines = withNewlines(text);
  if (!lines.includes('&')) return lines;
  return lines.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (all, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
    return code <= 0x10ffff && isXmlCharacter(code) ? String.fromCodePoint(code) : all;
  });
}

/** XML has one line end: `\n`. */
export function withNewlines(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}
