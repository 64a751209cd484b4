import { Buffer } from 'node:buffer';

/** The text that replaces a secret. It has only letters and underscores, so URL encoding does not change it. */
export const MASK_TEXT = 'credential_kept_back';
/** Min length of a secret that is masked everywhere: shorter values also occur in ordinary text. */
export const MIN_SECRET_LENGTH = 8;
/** Min length of a short secret that is masked in error texts, as a whole word. */
const MIN_WORD_LENGTH = 4;
/** Min length of the beginning of a secret that is masked in error texts. */
const MIN_PREFIX_LENGTH = 12;
/**
 * Min length of the beginning of a secret that is masked at the end of a text, where Causeway or the provider may have
 * cut a secret.
 */
const MIN_CUT_LENGTH = 4;

/** Returns the text without the secrets. */
export type MaskSecrets = (text: string) => string;

/**
 * Replaces every occurrence of the secrets in a text, also as they are written in a URL, a form, JSON, HTML or base64.
 */
export function secretMask(secrets: readonly string[]): MaskSecrets {
  const traced = secrets.map((secret) => ({ secret, trace: traceOf(secret) }));
  return (text) => {
    const there = traced.filter(({ trace }) => mayContain(text, trace));
    if (there.length === 0) return text;
    return needlesOf(there.map(({ secret }) => secret)).reduce(
      (masked, one) => masked.replaceAll(one, MASK_TEXT),
      text,
    );
  };
}

/**
 * Parts of a secret for a quick search: `runs` are unchanged in every encoding except base64, `bases` are the
 * beginnings of the base64 encodings.
 */
type SecretTrace = { runs: string[]; bases: string[] };

function traceOf(secret: string): SecretTrace {
  return {
    runs: secret.match(/[A-Za-z0-9]+/g) ?? [],
    bases: (['base64', 'base64url'] as const).map((base) => Buffer.from(secret).toString(base).slice(0, 6)),
  };
}

/**
 * Whether the text may contain an encoded form of the secret. All forms except base64 keep letters and digits. Most
 * texts contain no secret, and this check is faster than creating all forms.
 */
function mayContain(text: string, { runs, bases }: SecretTrace): boolean {
  return runs.every((run) => text.includes(run)) || bases.some((start) => text.includes(start));
}

/**
 * The mask for error texts. Error texts hold no data, so masking too much does no harm. In addition to the secrets, it
 * replaces the beginning of a long secret that a provider or Causeway truncated, and short secrets that are whole
 * words. Secrets of fewer than four characters are not masked.
 */
export function errorMask(secrets: readonly string[]): MaskSecrets {
  const long = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  const short = secrets.filter(({ length }) => length >= MIN_WORD_LENGTH && length < MIN_SECRET_LENGTH);
  const whole = secretMask(long);
  const needles = needlesOf(long);
  const words = short.map((word) => new RegExp(`(?<![A-Za-z0-9])${regexEscaped(word)}(?![A-Za-z0-9])`, 'g'));
  return (text) => {
    const masked = maskCutSecret(maskSecretPrefixes(whole(text), needles), needles);
    return words.reduce((rest, word) => rest.replace(word, MASK_TEXT), masked);
  };
}

/**
 * The secrets in a header value: the text after `Bearer`, `token=` and the like; for `Basic` also the decoded password.
 */
export function secretsInHeader(value: string): string[] {
  const words = value.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  const named = /^[\w-]+=(.*[^=].*)$/.exec(last)?.[1]?.replaceAll('"', '');
  return [last, ...(/^basic$/i.test(words[0] ?? '') ? [secretOfBasic(last)] : []), ...(named ? [named] : [])];
}

/**
 * The secret part of Basic credentials: the password, if it is long. Otherwise the user name is probably an API key,
 * unless it is an email address, which also occurs in records.
 */
function secretOfBasic(pair: string): string {
  const [name = '', ...rest] = Buffer.from(pair, 'base64').toString('utf8').split(':');
  const password = rest.join(':');
  return password.length >= MIN_SECRET_LENGTH || name.includes('@') ? password : name;
}

/** All texts to search for, longest first, because a short text may be a part of a longer text. */
function needlesOf(secrets: readonly string[]): string[] {
  const given = secrets.filter((secret) => secret !== '' && secret !== MASK_TEXT);
  return [...new Set(given.flatMap(spellingsOfSecret))].toSorted((a, b) => b.length - a.length);
}

/** URLs, forms, JSON and HTML do not encode these characters. */
const UNENCODED_TEXT = /^[\w.~-]*$/;

function spellingsOfSecret(secret: string): string[] {
  const encoded = secret.length < MIN_SECRET_LENGTH ? [] : base64Of(secret);
  return UNENCODED_TEXT.test(secret)
    ? [secret, ...encoded]
    : [secret, ...encoded, ...inUrl(secret), ...inJson(secret), ...inHtml(secret)];
}

function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [bytes.toString('base64'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

function inUrl(secret: string): string[] {
  const inComponent = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'));
  const strict = inComponent.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const inForm = new URLSearchParams({ '': secret }).toString().slice(1);
  const all = [inComponent, strict, inForm];
  return [...all, ...all.map(lowerHex), ...all.map((text) => text.replaceAll('%', '%25'))];
}

function lowerHex(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** The forms that JSON writers use: minimal escapes, `\/`, ASCII only, safe for HTML (`\u0026`), JSON inside JSON. */
function inJson(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[\u007f-\uffff]/g, unicodeEscape);
  const safe = json.replace(/[<>&'+=\u2028\u2029]/g, unicodeEscape);
  const all = [json, ascii, safe];
  return [...all, ...all.map((text) => text.replaceAll('/', '\\/')), JSON.stringify(json).slice(1, -1)];
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The minimal escapes of HTML and XML, and the escapes of usual template engines for quotes, `/` and `=`. */
function inHtml(secret: string): string[] {
  const minimal = secret.replace(/[&<>]/g, (char) => HTML_ENTITIES[char] ?? char);
  const quoted = secret.replace(/[&<>"]/g, (char) => HTML_ENTITIES[char] ?? char);
  const with39 = quoted.replaceAll("'", '&#39;');
  const hex = quoted.replaceAll("'", '&#x27;');
  const strict = hex.replaceAll('/', '&#x2F;');
  const strictest = strict.replaceAll('=', '&#x3D;').replaceAll('`', '&#x60;');
  return [
    minimal,
    quoted,
    with39,
    quoted.replaceAll("'", '&#039;'),
    quoted.replaceAll("'", '&apos;'),
    hex,
    strict,
    strictest,
  ];
}

/**
 * Replaces every text that begins like a needle, for MIN_PREFIX_LENGTH characters or more. It replaces the longest match. The
 * encoded forms of a secret begin with the same characters, so a shorter match would leave the end of the secret in the
 * text.
 */
function maskSecretPrefixes(text: string, needles: readonly string[]): string {
  const long = needles.filter(({ length }) => length > MIN_PREFIX_LENGTH);
  let masked = text;
  for (let at = firstOf(masked, long, 0); at >= 0; at = firstOf(masked, long, at + MASK_TEXT.length)) {
    const length = Math.max(...long.map((needle) => sharedLength(masked, at, needle)));
    masked = masked.slice(0, at) + MASK_TEXT + masked.slice(at + length);
  }
  return masked;
}

/** The first index from `from` on where the first MIN_PREFIX_LENGTH characters of a needle are; -1 if there is none. */
function firstOf(text: string, needles: readonly string[], from: number): number {
  const places = needles
    .map((needle) => text.indexOf(needle.slice(0, MIN_PREFIX_LENGTH), from))
    .filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

function sharedLength(text: string, at: number, needle: string): number {
  let length = 0;
  while (length < needle.length && text[at + length] === needle[length]) length += 1;
  return length;
}

/** Masks the end of the text if it is the beginning of a needle. */
function maskCutSecret(text: string, needles: readonly string[]): string {
  for (let length = MIN_PREFIX_LENGTH; length >= MIN_CUT_LENGTH; length -= 1)
    if (needles.some((needle) => needle.length > length && text.endsWith(needle.slice(0, length))))
      return text.slice(0, -length) + MASK_TEXT;
  return text;
}

function regexEscaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
