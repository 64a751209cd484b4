/** An `Idempotency-Key` as it is stored. The key itself is a caller's text, so its hash is kept. */
export type KeyOf = { projectId: string; keyHash: string };

type OperationOf = { projectId: string; id: string };

export type StoredKey = {
  fingerprint: string;
  /** Null until the provider's rate limit gave a permit. */
  operationId: string | null;
  /** 0 while the request runs. */
  status: number;
  sealedBody: string | null;
};

export type IdempotencyKeyStore = {
  /** Takes a new key; otherwise returns what is stored under it. */
  take(key: KeyOf, fingerprint: string): Promise<StoredKey | null>;
  /** In the transaction that makes the operation. */
  bind(key: KeyOf, operationId: string): Promise<void>;
  /** Stores the answer, to be repeated until `keepMs` from now; by the operation. */
  answer(operation: OperationOf, answer: { status: number; sealedBody: string; keepMs: number }): Promise<void>;
  /** Frees the key of a request that was refused before it made an operation. */
  freeUnbound(key: KeyOf): Promise<void>;
  /** Frees the key of a write that is known to have had no effect. */
  freeOf(operation: OperationOf): Promise<void>;
  /** Moves the end of the time in which the answer is repeated; by the operation. */
  keep(operation: OperationOf, keepMs: number): Promise<void>;
  /** Deletes expired keys, and keys whose request ended before it made an operation. Returns how many. */
  dropExpired(abandonedMs: number, limit: number): Promise<number>;
};
