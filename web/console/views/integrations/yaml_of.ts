/** Matches a text that needs no quotes in YAML 1.2. Any other text is quoted as JSON, which is valid YAML. */
const PLAIN = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/;
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Writes deployed content as a YAML manifest. */
export function manifestOf(specVersion: string, content: object): string {
  return `${lines({ specVersion, integrations: [withoutBlanks(content)] }).join('\n')}\n`;
}

/** The API shows an empty schedule for an object that is read only on a trigger; a manifest has no such key. */
function withoutBlanks(content: object): object {
  const text = JSON.stringify(content, (key, one: unknown) => (key === 'schedule' && one === '' ? undefined : one));
  return JSON.parse(text) as object;
}

function lines(value: object): string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => nested('-', one, ' '));
  return Object.entries(value).flatMap(([key, one]) => nested(`${word(key)}:`, one, '\n'));
}

/** The lines of a list entry begin on the line of its dash; the lines of a key's value begin on the next line. */
function nested(head: string, value: unknown, place: ' ' | '\n'): string[] {
  if (typeof value !== 'object' || value === null) return [`${head} ${scalar(value)}`];
  const inner = lines(value);
  if (inner.length === 0) return [`${head} ${Array.isArray(value) ? '[]' : '{}'}`];
  const indented = inner.map((line) => `  ${line}`);
  return place === '\n' ? [head, ...indented] : [`${head} ${inner[0]}`, ...indented.slice(1)];
}

function scalar(value: unknown): string {
  return typeof value === 'string' ? word(value) : JSON.stringify(value);
}

function word(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : JSON.stringify(text);
}
