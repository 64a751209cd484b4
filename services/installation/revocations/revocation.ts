/**
 * The task to revoke the tokens of a deleted connection at the provider. The row contains the encrypted tokens until
 * they are revoked.
 */
type Revocation = { id: string; projectId: string; connectionId: string; provider: string; sealed: string };

/** A revocation that a worker has claimed. */
export type ClaimedRevocation = Revocation & {
  fence: number;
  /** Number of claims, the current claim included. */
  tries: number;
};

type RevocationLease = Pick<ClaimedRevocation, 'id' | 'projectId' | 'fence'>;

export type RevocationStore = {
  insert(revocation: Revocation, createTime: number): Promise<void>;
  /** Claims revocations: first the revocations whose worker died, then the due revocations. Increments `tries`. */
  claim(limit: number, leaseMs: number): Promise<ClaimedRevocation[]>;
  postpone(lease: RevocationLease, waitMs: number): Promise<void>;
  /** Deletes the row, after the revocation or after the last try. */
  remove(lease: RevocationLease): Promise<void>;
};

/** Max tries of one revocation. */
export const MAX_TRIES = 8;

/**
 * The wait in milliseconds after this many failed tries. For `first` = 10 s: 10 s, 50 s, 4 min, 21 min, 1.7 h, 8.7 h,
 * 24 h.
 */
export function revocationWaitMs(tries: number, first: number): number {
  return Math.min(first * 5 ** (tries - 1), 24 * 3_600_000);
}
