/**
 * Parts of an answer with the numbers that the server sent. JSON.parse rounds 12345678901234567890.10 to a double, so the
 * text of an answer is remembered as long as its body lives. It is read again, with such numbers as marked strings, and
 * the marks are removed from what JSON.stringify wrote.
 */
const texts = new WeakMap<object, string>();

/** A string or a number of a JSON text. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** The first character of those that Unicode leaves to private use. */
const FIRST_MARK = 0xe000;

/** `body` was parsed from `text`. */
export function rememberText(body: unknown, text: string): void {
  if (typeof body === 'object' && body !== null) texts.set(body, text);
}

/**
 * The part of a body that `pick` finds, as indented JSON with exact numbers; undefined when there is none. A body that did
 * not come from the server is written as it is.
 */
export function exactJson<T extends object>(body: T, pick: (body: T) => unknown): string | undefined {
  const text = texts.get(body) ?? JSON.stringify(body);
  const mark = unusedMark(text);
  const marked = text.replace(TOKEN, (token) => (isExact(token) ? token : `"${mark}${token}"`));
  const part = pick(JSON.parse(marked) as T);
  return JSON.stringify(part, null, 2)?.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** Whether JSON.parse and JSON.stringify return the token as it was. */
function isExact(token: string): boolean {
  return token.startsWith('"') || String(Number(token)) === token;
}

/** A character that no string of the text has, escaped or not. */
function unusedMark(text: string): string {
  const unescaped = JSON.stringify(JSON.parse(text));
  let code = FIRST_MARK;
  while (unescaped.includes(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}
