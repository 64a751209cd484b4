/**
 * What is known of the refresh token of a connection's present credentials, beyond the token itself. Null: it has not
 * been spent.
 *
 *   null ──asked──▶ the provider has it ──▶ its answer is stored: new credentials, null again
 *                        ├─ it certainly did nothing (429, 503, never reached) ──▶ null
 *                        ├─ it may have acted, but no usable answer came (time-out, cut, 5xx) ──▶ unknown
 *                        └─ we were killed: whoever takes the lease next finds `asked` ──▶ lost, told once
 *
 * `unknown` and `lost` mean that the provider may have rotated the token and that spending it again may cost the whole
 * grant (RFC 9700 4.14). As long as the access token is good it is used and nothing else is tried; when it has ended or
 * is refused there is nothing left to lose, and the old token is tried again.
 */
export type RefreshSpend = 'asked' | 'unknown' | 'lost';

/** The right to renew, and what the one before left behind. */
export type RefreshLease = { fence: number; spend: RefreshSpend | null };

/** For the builder. */
export const LOST_ANSWER =
  'A renewal of the tokens was interrupted and its answer is lost: the refresh token may be spent.';
