import { Buffer } from 'node:buffer';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { CallAuth } from '../domain/installation.ts';

/** Letters and underscores only, so that URL encoding does not change it. */
export const MASKED = 'credential_kept_back';
/** Shorter values are no secrets and occur in ordinary text. */
const SHORTEST = 8;

export type CredentialMask = {
  /** Names of the query parameters that carry credentials. */
  params: string[];
  /** Replaces every occurrence of a credential in the text. */
  text(text: string): string;
};

/** A provider may echo the request in its response: in the URL of the next page, in a field, in an error. */
export function withoutCredentials({ headers, query }: Pick<CallAuth, 'headers' | 'query'>): CredentialMask {
  const values = [...Object.values(headers).flatMap(secretsOf), ...Object.values(query)].filter(
    ({ length }) => length >= SHORTEST,
  );
  const needles = [...new Set(values.flatMap(spellings))].toSorted((a, b) => b.length - a.length);
  return {
    params: Object.keys(query),
    text: (text) => needles.reduce((masked, needle) => masked.replaceAll(needle, MASKED), text),
  };
}

/** The secrets in a header value: after `Bearer`, `token=` and the like; of `Basic` also its decoded password. */
function secretsOf(value: string): string[] {
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

/** Masks credentials in a provider's error text, which goes into logs, results and webhooks: "Invalid API key: ...". */
export function maskedFailure(error: unknown, auth: Pick<CallAuth, 'headers' | 'query'>): unknown {
  if (error instanceof ProviderFailure) error.message = withoutCredentials(auth).text(error.message);
  return error;
}
