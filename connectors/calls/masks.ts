import { errorMask, type MaskSecrets, MIN_SECRET_LENGTH, secretMask } from '../../lib/http/secret_mask.ts';
import { maskedValue } from './masked_error.ts';

export type Masks = {
  /** Masks a text that explains something, such as a failure or a warning. */
  text: MaskSecrets;
  /** Like `text`, for every text in a value, such as the result of each field of an upsert. */
  explained<T>(value: T): T;
  /**
   * Masks secrets in all texts of a value that is data, such as a label or an account id. Does not mask short words.
   */
  value<T>(value: T): T;
};

/** Masks that compute the secrets only when a text is masked: almost every conversation succeeds and masks no text. */
export function masksOf(secrets: () => readonly string[]): Masks {
  return {
    text: (text) => errorMask(secrets())(text),
    explained: (value) => maskedValue(value, errorMask(secrets())),
    value: (value) => maskedValue(value, secretMask(secrets().filter(isNoWord))),
  };
}

/** Data may contain ordinary words such as "password", so a secret that is a short word is not masked in data. */
function isNoWord(secret: string): boolean {
  return secret.length >= MIN_SECRET_LENGTH && !/^[A-Za-z]{1,15}$/.test(secret);
}
