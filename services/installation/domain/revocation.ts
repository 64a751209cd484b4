/** What a deleted connection leaves to be done: its provider is to forget its tokens, which lie sealed until then. */
export type Revocation = { id: string; projectId: string; connectionId: string; provider: string; sealed: string };

/** A revocation in the hands of who does it. */
export type ClaimedRevocation = Revocation & {
  fence: number;
  /** Counts the claims, this one included. */
  tries: number;
};

type Lease = Pick<ClaimedRevocation, 'id' | 'projectId' | 'fence'>;

export type RevocationStore = {
  insert(revocation: Revocation, createTime: number): Promise<void>;
  /** Those whose worker died, then those that are due. Counts the try. */
  claim(limit: number, leaseMillis: number): Promise<ClaimedRevocation[]>;
  postpone(lease: Lease, waitMillis: number): Promise<void>;
  /** Done or given up: nothing of it is kept. */
  remove(lease: Lease): Promise<void>;
};

/** At most so many times is a provider asked. */
export const MOST_TRIES = 8;

/** The wait after so many tries that came to nothing: 10 s, 50 s, 4 min, 21 min, 1.7 h, 8.7 h, 24 h. */
export function revocationWait(tries: number, first: number): number {
  return Math.min(first * 5 ** (tries - 1), 24 * 3_600_000);
}
