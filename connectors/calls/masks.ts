import { errorMask, type Mask, MIN_SECRET, secretMask } from '../../lib/http/secret_mask.ts';
import { maskedValue } from './masked_error.ts';

export type Masks = {
  /** Masks a text that explains something: a failure, a warning, a doubt. */
  text: Mask;
  /** Masks each text of a value that explains something, such as the result of each field of an upsert. */
  explained<T>(value: T): T;
  /** Masks secrets in all texts of a value that is data: a label, an account id. Short words stay as they are. */
  value<T>(value: T): T;
};

/**
 * The masks of a conversation with a provider. `secrets` is called when a text has to be masked, because most
 * conversations show no text. archive_mask.ts masks archived responses.
 */
export function masksOf(secrets: () => readonly string[]): Masks {
  return {
    text: (text) => errorMask(secrets())(text),
    explained: (value) => maskedValue(value, errorMask(secrets())),
    value: (value) => maskedValue(value, secretMask(secrets().filter(isNoWord))),
  };
}

/** A value that is data may contain the word "password". */
function isNoWord(secret: string): boolean {
  return secret.length >= MIN_SECRET && !/^[A-Za-z]{1,15}$/.test(secret);
}
