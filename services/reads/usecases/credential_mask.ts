import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { secretMask, secretsInHeader } from '../../../lib/http/secret_mask.ts';
import type { CallAuth } from '../domain/installation.ts';

export { MASKED } from '../../../lib/http/secret_mask.ts';

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
  const values = [...Object.values(headers).flatMap(secretsInHeader), ...Object.values(query)];
  return {
    params: Object.keys(query),
    text: secretMask(values.filter(({ length }) => length >= SHORTEST)),
  };
}

/** Masks credentials in a provider's error text, which goes into logs, results and webhooks: "Invalid API key: ...". */
export function maskedFailure(error: unknown, auth: Pick<CallAuth, 'headers' | 'query'>): unknown {
  if (error instanceof ProviderFailure) error.message = withoutCredentials(auth).text(error.message);
  return error;
}
