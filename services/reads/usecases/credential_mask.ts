import { Buffer } from 'node:buffer';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { CallAuth } from '../domain/installation.ts';

/** Letters alone, so that no URL ever escapes it. */
export const MASKED = 'credential_kept_back';
/** What is shorter is no secret, and stands in half of all words. */
const SHORTEST = 8;

export type CredentialMask = {
  /** Query parameters that carry credentials. */
  params: string[];
  /** A text without the values of the credentials, wherever it repeats them. */
  text(text: string): string;
};

/** A provider may repeat in its answer what it was sent: in the URL of a next page, in an echo, in an error. */
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

/** Behind `Bearer`, `token=` and their like; of `Basic` also what it is made of. */
function secretsOf(value: string): string[] {
  const words = value.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  const named = /^[\w-]+=(.*[^=].*)$/.exec(last)?.[1]?.replaceAll('"', '');
  return [last, ...(/^basic$/i.test(words[0] ?? '') ? [secretOfBasic(last)] : []), ...(named ? [named] : [])];
}

/** The password; where there is none to speak of, the name is an API key. An address is neither, and stands in records. */
function secretOfBasic(pair: string): string {
  const [name = '', ...rest] = Buffer.from(pair, 'base64').toString('utf8').split(':');
  const password = rest.join(':');
  return password.length >= SHORTEST || name.includes('@') ? password : name;
}

/** In a URL, and in JSON as some write it. */
function spellings(value: string): string[] {
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), value.replaceAll('/', '\\/')];
}

/** A provider's own words in a failure go into logs, results and webhooks: "Invalid API key: ...". */
export function maskedFailure(error: unknown, auth: Pick<CallAuth, 'headers' | 'query'>): unknown {
  if (error instanceof ProviderFailure) error.message = withoutCredentials(auth).text(error.message);
  return error;
}
