import { isUrl } from '../../../lib/url/is_url.ts';
import { ProviderFailure } from '../answer/failure.ts';

export type Variables = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{\s*\.(\w+)\s*\}\}/g;
const LABELS = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const PORT = /:\d{1,5}$/;

/** The names of the `{{.variable}}` placeholders in a text. */
export function placeholders(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as string);
}

/** Fills `{{.name}}` placeholders without escaping. Only for headers and other places where any text is safe. */
export function fillText(template: string, variables: Variables): string {
  return template.replace(PLACEHOLDER, (_all, name: string) => valueOf(variables, name));
}

/**
 * Fills the placeholders of a URL. The values come from the customer and decide where credentials are sent. So a value
 * in the host must be a host name, a value in the path is escaped, and only a placeholder at the start of the template
 * may be a whole URL.
 */
export function fillUrl(template: string, variables: Variables): string {
  const filled = template.replace(PLACEHOLDER, (all, name: string, at: number) => {
    const value = valueOf(variables, name);
    if (at === 0) return wholeUrl(value, name);
    const isHost = !/[/?#]/.test(template.slice(0, at).replace('://', ''));
    if (!isHost) return pathPart(value, name);
    const isLast = /^([/?#]|$)/.test(template.slice(at + all.length));
    return hostPart(value, name, isLast);
  });
  if (!isUrl(filled)) throw new ProviderFailure('badRequest', "The connection's variables do not form a valid URL.");
  return filled.replace(/\/+$/, '');
}

/** Fills the placeholders of a path. Each value is escaped and stays a single path segment. */
export function fillPath(template: string, variables: Variables): string {
  return template.replace(PLACEHOLDER, (_all, name: string) => pathPart(valueOf(variables, name), name));
}

function valueOf(variables: Variables, name: string): string {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (!value) throw new ProviderFailure('badRequest', `The connection has no value for the variable "${name}".`);
  return value;
}

function wholeUrl(value: string, name: string): string {
  const url = isUrl(value) ? new URL(value) : null;
  const isPlain =
    url && /^https?:$/.test(url.protocol) && !/[?#@\\\s\p{Cc}]/u.test(value) && !url.username && !url.password;
  if (!isPlain) throw new ProviderFailure('badRequest', `The variable "${name}" must be a plain http(s) URL.`);
  return value.replace(/\/+$/, '');
}

/**
 * Checks a value in the host of a URL. It may include a port only at the end of the host (`isLast`). Before a fixed
 * ending, a port would move the ending out of the host.
 */
function hostPart(value: string, name: string, isLast: boolean): string {
  if (!LABELS.test(isLast ? value.replace(PORT, '') : value))
    throw new ProviderFailure('badRequest', `The variable "${name}" must be a host name or a part of one.`);
  return value;
}

/**
 * Escapes a path segment. Refuses `.` and `..`, because dots cannot be escaped and would change the path on the host.
 */
function pathPart(value: string, name: string): string {
  if (/^\.{1,2}$/.test(value))
    throw new ProviderFailure('badRequest', `The variable "${name}" must not be a dot segment.`);
  return encodeURIComponent(value);
}
