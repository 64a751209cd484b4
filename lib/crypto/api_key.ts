import { createHash, randomInt } from 'node:crypto';

/**
 * An API key is `cwk_` + 32 random characters (190 bits) + 6 characters of checksum. The prefix lets secret scanners
 * find a leaked key; the checksum rejects a mistyped key without a database query.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_PREFIX = 'cwk_';
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;

export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return KEY_PREFIX + random + checksum(random);
}

/** Whether a text has the form of a key. It does not check whether the key exists. */
export function looksLikeApiKey(text: string): boolean {
  if (text.length !== KEY_PREFIX.length + RANDOM_LENGTH + CHECK_LENGTH || !text.startsWith(KEY_PREFIX)) return false;
  const random = text.slice(KEY_PREFIX.length, KEY_PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksum(random));
}

/** The hash by which a key is looked up. Keys are random and long, so a fast hash is enough. */
export function apiKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The masked form of a key. It distinguishes keys but hides 26 of the 32 random characters. */
export function maskedApiKey(key: string): string {
  return `${key.slice(0, KEY_PREFIX.length + 6)}****${key.slice(-CHECK_LENGTH)}`;
}

function checksum(random: string): string {
  let number = createHash('sha256').update(random).digest().readUInt32BE(0);
  let text = '';
  for (let i = 0; i < CHECK_LENGTH; i += 1) {
    text += ALPHABET.charAt(number % ALPHABET.length);
    number = Math.floor(number / ALPHABET.length);
  }
  return text;
}
