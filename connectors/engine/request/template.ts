import { ProviderFailure } from '../answer/failure.ts';
import { isUrl } from '../../../lib/url/is_url.ts';

export type Variables = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{\{\s*\.(\w+)\s*\}\}/g;
const HOST = /^[A-Za-z0-9._-]+(:\d{1,5})?$/;

/** The names of the `{{.variable}}` placeholders of a text. */
export function placeholders(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as string);
}

/** Fills `{{.name}}` placeholders as they stand: for headers and other places where every text is harmless. */
export function fillText(template: string, variables: Variables): string {
  return template.replace(PLACEHOLDER, (_all, name: string) => valueOf(variables, name));
}

/**
 * Fills the placeholders of a URL. The values come from the customer and decide where credentials are sent, so in a
 * host they may only be host names, in a path they are escaped, and only a template that *begins* with a placeholder
 * takes a whole origin.
 */
export function fillUrl(template: string, variables: Variables): string {
  const filled = template.replace(PLACEHOLDER, (_all, name: string, at: number) => {
    const value = valueOf(variables, name);
    if (at === 0) return wholeUrl(value, name);
    const isHost = !template.slice(0, at).replace('://', '').includes('/');
    return isHost ? hostPart(value, name) : pathPart(value, name);
  });
  if (!isUrl(filled)) throw new ProviderFailure('badRequest', "The connection's variables make no valid base URL.");
  return filled.replace(/\/+$/, '');
}

/** Fills the placeholders of a path; a value is one part of it, whatever it holds. */
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
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash && !url.search;
  if (!isPlain) throw new ProviderFailure('badRequest', `The variable "${name}" must be a plain http(s) URL.`);
  return value.replace(/\/+$/, '');
}

function hostPart(value: string, name: string): string {
  if (!HOST.test(value))
    throw new ProviderFailure('badRequest', `The variable "${name}" must be a host name or a part of one.`);
  return value;
}

/** `..` is no escape that a URL knows: it would take the path, and the credentials with it, somewhere else on the host. */
function pathPart(value: string, name: string): string {
  if (/^\.{1,2}$/.test(value)) throw new ProviderFailure('badRequest', `The variable "${name}" is not a name.`);
  return encodeURIComponent(value);
}
