import { Buffer } from 'node:buffer';

/** Letters and underscores only, so that URL encoding does not change it. */
export const MASKED = 'credential_kept_back';
/** Shorter passwords are no secrets and occur in ordinary text. */
const SHORTEST = 8;

/** Replaces every occurrence of the secrets in a text, also as they are written in a URL or in JSON. */
export function secretMask(secrets: readonly string[]): (text: string) => string {
  const needles = [...new Set(secrets.flatMap(spellings))].toSorted((a, b) => b.length - a.length);
  return (text) => needles.reduce((masked, needle) => masked.replaceAll(needle, MASKED), text);
}

/** The secrets in a header value: after `Bearer`, `token=` and the like; of `Basic` also its decoded password. */
export function secretsInHeader(value: string): string[] {
  const words = value.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  const named = /^[\w-]+=(.*[^=].*)$/.exec(last)?.[1]?.replaceAll('"', '');
  return [last, ...(/^basic$/i.test(words[0] ?? '') ? [secretOfBasic(last)] : []), ...(named ? [named] : [])];
}

/**
 * The password of Basic authentication. Without a long password the user name is an API key, unless it is an email
 * address, which occurs in records.
 */
function secretOfBasic(pair: string): string {
  const [name = '', ...rest] = Buffer.from(pair, 'base64').toString('utf8').split(':');
  const password = rest.join(':');
  return password.length >= SHORTEST || name.includes('@') ? password : name;
}

/** The value as such, and as written in a URL and in JSON. */
function spellings(value: string): string[] {
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), value.replaceAll('/', '\\/')];
}
