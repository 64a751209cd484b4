/**
 * The secrets that give access to an account. The row stores them encrypted. They must never reach a log, a problem or
 * an event.
 */
export type Credentials =
  | { kind: 'none' }
  | { kind: 'apiKey'; apiKey: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'custom'; values: Record<string, string | string[]> }
  | OauthCredentials;

export type OauthCredentials = {
  kind: 'oauth2';
  tokens: Tokens;
  /** How to request a new token when there is no refresh token. */
  grant?:
    | { type: 'clientCredentials'; client: OauthClient }
    | { type: 'password'; client: OauthClient; username: string; password: string };
};

/** The OAuth client that a builder registered at the provider. */
export type OauthClient = {
  clientId: string;
  clientSecret: string;
  scopes: string[];
  /** The hosts that the builder pinned on the app; absent for a client that a request contains. */
  hosts?: string[];
};

/** Times are Unix milliseconds. */
export type Tokens = {
  accessToken: string;
  issueTime: number;
  /** Absent when the provider gives no expiry. */
  expireTime?: number | undefined;
  refreshToken?: string | undefined;
  refreshIssueTime?: number | undefined;
  refreshExpireTime?: number | undefined;
  scopes?: string[] | undefined;
};

/** The response of a token endpoint. Times are Unix milliseconds. */
export type TokenAnswer = {
  accessToken: string;
  expireTime?: number | undefined;
  refreshToken?: string | undefined;
  scopes?: string[] | undefined;
  /** workspaceRef, consumerRef and other values that the provider file captures from the response. */
  metadata: Record<string, string>;
};

/**
 * Returns every secret of the credentials, so that the secrets can be masked in the provider's answers. `plainInputs`
 * are the inputs that the customer types in plain text (a region, an email). These inputs are not secret, and masking
 * their values would corrupt stored data.
 */
export function secretsOf(credentials: Credentials, plainInputs: readonly string[] = []): string[] {
  switch (credentials.kind) {
    case 'none':
      return [];
    case 'apiKey':
      return [credentials.apiKey];
    case 'basic':
      // Without a password the user name is an API key.
      return [credentials.password || credentials.username];
    case 'custom':
      return Object.entries(credentials.values).flatMap(([name, value]) => (plainInputs.includes(name) ? [] : value));
    case 'oauth2': {
      const { tokens, grant } = credentials;
      const ofGrant = grant && [grant.client.clientSecret, grant.type === 'password' ? grant.password : ''];
      return [tokens.accessToken, tokens.refreshToken ?? '', ...(ofGrant ?? [])].filter(Boolean);
    }
  }
}

export type AuthScheme =
  | 'none'
  | 'apiKey'
  | 'basic'
  | 'oauth2/authorizationCode'
  | 'oauth2/authorizationCodePKCE'
  | 'oauth2/clientCredentials'
  | 'oauth2/password';

const DAY_MS = 24 * 3_600_000;
const REFRESH_EARLY_MS = 5 * 60_000;

/**
 * New tokens from a token response. If the response has no refresh token or no scopes, the previous refresh token or
 * scopes stay valid.
 */
export function tokensFrom(
  { accessToken, expireTime, refreshToken, scopes }: TokenAnswer,
  now: number,
  before?: Tokens,
): Tokens {
  const rotated = refreshToken !== undefined && refreshToken !== before?.refreshToken;
  return {
    accessToken,
    issueTime: now,
    expireTime,
    refreshToken: refreshToken ?? before?.refreshToken,
    refreshIssueTime: rotated ? now : before?.refreshIssueTime,
    refreshExpireTime: rotated ? undefined : before?.refreshExpireTime,
    scopes: scopes ?? before?.scopes,
  };
}

/** True when new tokens can be obtained without user interaction. */
export function isRefreshable({ tokens, grant }: OauthCredentials): boolean {
  return grant !== undefined || tokens.refreshToken !== undefined;
}

/**
 * The time of the next refresh in Unix milliseconds: 5 minutes before expiry or after 80 % of the lifetime, whichever
 * is earlier, but not before half of the lifetime. A connection with a refresh token is also refreshed daily, because a
 * refresh token may expire when unused. `random` (0 to below 1) adds jitter. Null when no refresh is needed.
 */
export function refreshTimeOf({ tokens, grant }: OauthCredentials, random: number): number | null {
  const { issueTime, expireTime, refreshToken } = tokens;
  if (!grant && !refreshToken) return null;
  const daily = grant ? Infinity : issueTime + DAY_MS + (random * DAY_MS) / 4;
  if (expireTime === undefined) return Number.isFinite(daily) ? Math.round(daily) : null;
  const life = expireTime - issueTime;
  const jitter = Math.min(60_000, life * 0.1) * random;
  return Math.round(
    Math.min(daily, Math.max(expireTime - REFRESH_EARLY_MS, issueTime + life * 0.5), issueTime + life * 0.8) - jitter,
  );
}

/** The wait after `failures` consecutive failed refreshes, in milliseconds. */
export function refreshBackoffMs(failures: number): number {
  return Math.min(5_000 * 2 ** Math.max(0, failures - 1), 10 * 60_000);
}
