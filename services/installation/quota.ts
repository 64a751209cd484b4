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
   * Locks the quota of the project (or group) until the transaction ends. Throws when `adding` more rows (default 1)
   * would exceed the quota: rateLimited for sign-ins, because they expire; unprocessable for all other rows. The
   * transaction holds the lock even then.
   */
  reserve(name: QuotaName, of: QuotaOwner, adding?: number): Promise<void>;
  /** Throws like `reserve`, but takes no lock. Callers use it to refuse a request early; `reserve` decides. */
  check(name: QuotaName, of: QuotaOwner): Promise<void>;
};

/**
 * The project or group whose rows a quota counts. `now` (Unix milliseconds): a sign-in that has expired at this time
 * does not count.
 */
export type QuotaOwner = { projectId: string; groupRef?: string; now?: number };
