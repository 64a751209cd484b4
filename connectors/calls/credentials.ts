import { Problem } from '../../lib/problem/problem.ts';
import { ProviderFailure } from '../engine/answer/failure.ts';

/** What authenticates the calls of one account. Held in memory only, never logged. */
export type CallAuth = {
  headers: Record<string, string>;
  query: Record<string, string>;
  /** Grows with each replacement of the credentials. */
  generation: number;
  /** Unix ms; 0 when the provider gives no expiry. */
  expireTime: number;
};

/**
 * For what a source throws: the service that keeps the credentials has recorded that the provider refuses them. Throws
 * the same ProviderFailure as a new refusal, so that callers handle both alike.
 */
export function sayRefused(error: unknown): never {
  if (error instanceof Problem && error.kind === 'unprocessable')
    throw new ProviderFailure('credentials', error.detail, { cause: error });
  throw error;
}

export type AccountKey = { projectId: string; connectionId: string };

/** The port of credentials: the service that keeps them fills it. */
export type CredentialSource<Auth extends CallAuth> = {
  get(of: AccountKey): Promise<Auth>;
  /** The provider answered 401 to credentials of this generation. */
  reportRejected(of: AccountKey, generation: number): Promise<void>;
};
