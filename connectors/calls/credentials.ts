import { Problem } from '../../lib/problem/problem.ts';
import { ProviderFailure } from '../engine/answer/failure.ts';

/** The credentials that authenticate the calls of one account. They are kept in memory only and never logged. */
export type CallAuth = {
  headers: Record<string, string>;
  query: Record<string, string>;
  /** Grows with each replacement of the credentials. */
  generation: number;
  /** Unix ms; 0 when the provider states no expiry. */
  expireTime: number;
};

/**
 * Rethrows an error of a CredentialSource. The service that stores the credentials throws `unprocessable` when it has
 * recorded that the provider refuses them. This error becomes the ProviderFailure of a fresh refusal by the provider,
 * so that callers handle a recorded refusal and a fresh one alike.
 */
export function throwRefusal(error: unknown): never {
  if (error instanceof Problem && error.kind === 'unprocessable')
    throw new ProviderFailure('credentials', error.detail, { cause: error });
  throw error;
}

export type AccountKey = { projectId: string; connectionId: string };

/** The port for credentials. The service that stores them implements it. */
export type CredentialSource<Auth extends CallAuth> = {
  get(of: AccountKey): Promise<Auth>;
  /** Reports that the provider answered 401 to credentials of this generation. */
  reportRejected(of: AccountKey, generation: number): Promise<void>;
};
