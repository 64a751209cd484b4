/** What opens an account, as it lies sealed in the row. Nothing of it may reach a log, a problem or an event. */
export type Credentials =
  | { kind: 'none' }
  | { kind: 'apiKey'; apiKey: string }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'custom'; values: Record<string, string | string[]> }
  | OauthCredentials;

export type OauthCredentials = {
  kind: 'oauth2';
  tokens: Tokens;
  /** What a new token is asked for with, where that is not a refresh token. */
  grant?:
    | { type: 'clientCredentials'; client: OauthClient }
    | { type: 'password'; client: OauthClient; username: string; password: string };
};

/** The OAuth client that a builder registered at the provider. */
export type OauthClient = { clientId: string; clientSecret: string; scopes: string[] };

/** Times are Unix milliseconds. */
export type Tokens = {
  accessToken: string;
  issueTime: number;
  /** Absent when the provider names no end. */
  expireTime?: number | undefined;
  refreshToken?: string | undefined;
  refreshIssueTime?: number | undefined;
  refreshExpireTime?: number | undefined;
  scopes?: string[] | undefined;
};

/** What a token endpoint said. Times are Unix milliseconds. */
export type TokenAnswer = {
  accessToken: string;
  expireTime?: number | undefined;
  refreshToken?: string | undefined;
  scopes?: string[] | undefined;
  /** workspaceRef, consumerRef and what else the provider file captures from the answer. */
  metadata: Record<string, string>;
};

export type AuthScheme =
  | 'none'
  | 'apiKey'
  | 'basic'
  | 'oauth2/authorizationCode'
  | 'oauth2/authorizationCodePKCE'
  | 'oauth2/clientCredentials'
  | 'oauth2/password';

const DAY = 24 * 3_600_000;
const EARLY = 5 * 60_000;

/** New tokens from an answer. A provider that sends no refresh token, or no scopes, means that the old ones still hold. */
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

/** Whether new tokens can be had without a person. */
export function isRenewable({ tokens, grant }: OauthCredentials): boolean {
  return grant !== undefined || tokens.refreshToken !== undefined;
}

/**
 * From when on tokens are renewed: 5 minutes before their end or after 80 % of their life, whichever is earlier; and
 * daily where only a refresh token that must not fall asleep is kept alive. `random` in [0, 1) spreads the load.
 * Null when nothing is to be done.
 */
export function refreshTimeOf({ tokens, grant }: OauthCredentials, random: number): number | null {
  const { issueTime, expireTime, refreshToken } = tokens;
  if (!grant && !refreshToken) return null;
  const daily = grant ? Infinity : issueTime + DAY + (random * DAY) / 4;
  if (expireTime === undefined) return Number.isFinite(daily) ? Math.round(daily) : null;
  const life = expireTime - issueTime;
  const spread = Math.min(60_000, life * 0.1) * random;
  return Math.round(
    Math.min(daily, Math.max(expireTime - EARLY, issueTime + life * 0.5), issueTime + life * 0.8) - spread,
  );
}

/** How long to leave a token endpoint alone after so many failures in a row. Milliseconds. */
export function refreshBackoff(failures: number): number {
  return Math.min(5_000 * 2 ** Math.max(0, failures - 1), 10 * 60_000);
}
