/** Text that YAML 1.2 reads as this text without quotes. Whatever is in doubt is quoted, as JSON, which YAML includes. */
const PLAIN = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/;
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** The manifest of what is deployed: YAML for the values of JSON. */
export function manifestOf(specVersion: string, content: object): string {
  return `${lines({ specVersion, integrations: [withoutBlanks(content)] }).join('\n')}\n`;
}

/** The API shows an empty schedule for an object that is only read on a trigger; a manifest leaves it out. */
function withoutBlanks(content: object): object {
  const text = JSON.stringify(content, (key, one: unknown) => (key === 'schedule' && one === '' ? undefined : one));
  return JSON.parse(text) as object;
}

function lines(value: object): string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => nested('-', one, ' '));
  return Object.entries(value).flatMap(([key, one]) => nested(`${word(key)}:`, one, '\n'));
}

/** A list entry begins beside its dash, the value of a key below it. */
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
