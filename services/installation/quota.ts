/** The quotas of a project or a group. */
export type QuotaName =
  | 'connectionsOfGroup'
  | 'connections'
  | 'integrations'
  | 'providerApps'
  | 'signIns'
  | 'signInSteps';

/** Max rows for each quota; 0 means no limit. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

export type QuotaStore = {
  /**
   * Locks the quota of the project (or group) until the transaction ends. Throws when `adding` more rows (default 1) do
   * not fit: rateLimited for sign-ins, because they expire; unprocessable for all others. Also holds the lock when it
   * throws.
   */
  reserve(name: QuotaName, of: QuotaOwner, adding?: number): Promise<void>;
  /** Throws like `reserve`, but takes no lock. Callers use it to refuse a request early; `reserve` decides. */
  check(name: QuotaName, of: QuotaOwner): Promise<void>;
};

/** `now` (Unix milliseconds): a sign-in whose expiry is before `now` does not count. */
export type QuotaOwner = { projectId: string; groupRef?: string; now?: number };
