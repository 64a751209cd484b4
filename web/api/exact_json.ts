/**
 * Shows parts of an answer with the numbers as the server sent them. JSON.parse rounds 12345678901234567890.10 to a
 * double. So the text of an answer is stored as long as the parsed body is reachable. `exactJson` parses the text again
 * with such numbers as marked strings, and removes the marks from the output of JSON.stringify.
 */
const texts = new WeakMap<object, string>();

/** Matches a string or a number in a JSON text. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** The first private-use character of Unicode. */
const FIRST_MARK = 0xe000;

/** Stores the text from which `body` was parsed. */
export function rememberText(body: unknown, text: string): void {
  if (typeof body === 'object' && body !== null) texts.set(body, text);
}

/**
 * Writes the part of a body that `pick` finds as indented JSON with exact numbers; undefined when `pick` finds nothing.
 * A body without a stored text is written as JSON.stringify writes it.
 */
export function exactJson<T extends object>(body: T, pick: (body: T) => unknown): string | undefined {
  const text = texts.get(body) ?? JSON.stringify(body);
  const mark = unusedMark(text);
  const marked = text.replace(TOKEN, (token) => (isExact(token) ? token : `"${mark}${token}"`));
  const part = pick(JSON.parse(marked) as T);
  return JSON.stringify(part, null, 2)?.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** Whether a token is unchanged after JSON.parse and JSON.stringify. */
function isExact(token: string): boolean {
  return token.startsWith('"') || String(Number(token)) === token;
}

/** Finds a private-use character that no string of the text contains, escaped or not. */
function unusedMark(text: string): string {
  const unescaped = JSON.stringify(JSON.parse(text));
  let code = FIRST_MARK;
  while (unescaped.includes(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}
