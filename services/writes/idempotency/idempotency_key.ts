/** How long a repeated request with the same Idempotency-Key gets the stored answer, from the end of the write. Ms. */
export const KEY_RETENTION_MS = 24 * 3_600_000;

/** An `Idempotency-Key` as it is stored. The key is text of a caller, so only its hash is stored. */
export type IdempotencyKeyRef = { projectId: string; keyHash: string };

type OperationOf = { projectId: string; id: string };

export type StoredKey = {
  fingerprint: string;
  /** Null until the operation is created. */
  operationId: string | null;
  /** The HTTP status of the stored answer; 0 while the request runs. */
  status: number;
  sealedBody: string | null;
};

export type IdempotencyKeyStore = {
  /** Stores a new key and returns null; for a known key returns the stored row. */
  take(key: IdempotencyKeyRef, fingerprint: string): Promise<StoredKey | null>;
  /** Binds the key to its operation, in the transaction that creates the operation. */
  bind(key: IdempotencyKeyRef, operationId: string): Promise<void>;
  /** Stores the answer of the operation under its key. The answer is repeated for `keepMs` from now. */
  answer(operation: OperationOf, answer: { status: number; sealedBody: string; keepMs: number }): Promise<void>;
  /** Deletes the key of a request that was refused before it created an operation. */
  freeUnbound(key: IdempotencyKeyRef): Promise<void>;
  /** Deletes the key of a write that certainly had no effect. */
  freeOf(operation: OperationOf): Promise<void>;
  /** Changes the expiry of the key: its stored answer is repeated for `keepMs` from now. */
  keep(operation: OperationOf, keepMs: number): Promise<void>;
  /** Deletes expired keys, and keys that have no operation `abandonedMs` after their request. Returns how many. */
  dropExpired(abandonedMs: number, limit: number): Promise<number>;
};
