import type { SecretConnection } from './connection.ts';

export type ConnectionRefresh = {
  /** Refresh even if the access token is still valid. A failure is then an error. */
  force: boolean;
  /** The caller waits until then (Unix milliseconds). */
  deadline: number;
};

/** The connection with the credentials to use now. Throws notFound, unprocessable (refused), providerFailed, unavailable. */
export type RefreshTokens = (before: SecretConnection, refresh: ConnectionRefresh) => Promise<SecretConnection>;
