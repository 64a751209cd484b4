import { MIN_SECRET_LENGTH, secretMask, secretsInHeader } from '../../lib/http/secret_mask.ts';
import type { CallAuth } from './credentials.ts';

export { MASK_TEXT } from '../../lib/http/secret_mask.ts';

type ArchiveMask = {
  /** Names of the query parameters that carry credentials. */
  params: string[];
  /** Replaces every occurrence of a credential in the text. */
  text(text: string): string;
};

/**
 * A mask for archived responses, which are data: a provider may echo the request in the URL of the next page or in a
 * field. (provider_calls.ts masks errors.)
 */
export function archiveMask({ headers, query }: Pick<CallAuth, 'headers' | 'query'>): ArchiveMask {
  const values = [...Object.values(headers).flatMap(secretsInHeader), ...Object.values(query)];
  return {
    params: Object.keys(query),
    text: secretMask(values.filter(({ length }) => length >= MIN_SECRET_LENGTH)),
  };
}
