import { Problem } from '../../../lib/problem/problem.ts';
import type { Connection } from '../connections/connection.ts';

/**
 * State of the refresh token of a connection's current credentials. Null: the token has not been sent yet.
 *
 *   null ──asked──▶ sent to the provider ──▶ its response is stored: new credentials, null again
 *                        ├─ certainly not processed (429, 503, never reached) ──▶ null
 *                        ├─ maybe processed, but no usable response (timeout, connection lost, 5xx) ──▶ unknown
 *                        └─ our process died: the next holder of the lease finds `asked` ──▶ lost, reported once
 *
 * `unknown` and `lost` mean that the provider may have rotated the token. Sending it again may revoke the whole grant
 * (RFC 9700 4.14). While the access token is valid, it is used and no refresh is tried. When the access token has
 * expired or was rejected, the old refresh token is sent again, because the connection is lost otherwise.
 */
export type RefreshTokenState = 'asked' | 'unknown' | 'lost';

/** The right to refresh, and the token state that the previous holder stored. */
export type RefreshLease = { fence: number; tokenState: RefreshTokenState | null };

/** The text about a lost response, which is shown to the builder. */
export const LOST_ANSWER_TEXT =
  'A token refresh was interrupted and its response is lost; the refresh token may already be used up.';

/** The connection whose tokens are refreshed. */
type TokenGeneration = { projectId: string; id: string; generation: number };

export type RefreshLeaseStore = {
  /**
   * Takes the lease. Returns null when another replica holds the lease, or when the connection no longer has this
   * generation.
   */
  take(of: TokenGeneration, leaseMs: number): Promise<RefreshLease | null>;
  /**
   * Records the state of the refresh token before the token is sent, and extends the lease. Returns false when the
   * lease was lost.
   */
  noteTokenState(of: TokenGeneration, fence: number, tokenState: RefreshTokenState, leaseMs: number): Promise<boolean>;
  release(
    of: Omit<TokenGeneration, 'generation'>,
    fence: number,
    change: Partial<Pick<Connection, 'refreshTime' | 'refreshFailures'>> & { tokenState?: RefreshTokenState | null },
  ): Promise<void>;
  /** Connections whose tokens are due for a refresh, earliest first. */
  listDue(now: number, limit: number): Promise<TokenGeneration[]>;
};

/** The problem when another caller or replica is refreshing these credentials. */
export function refreshInProgress(): Problem {
  return new Problem('unavailable', 'The credentials are being refreshed. Try again in a moment.');
}
