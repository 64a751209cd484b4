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
   * not fit: rateLimited for sign-ins, because they expire, else unprocessable. The lock is held in this case, too.
   */
  reserve(name: QuotaName, of: QuotaOwner, adding?: number): Promise<void>;
  /** Throws like reserve, but takes no lock. It is for an early answer. */
  check(name: QuotaName, of: QuotaOwner): Promise<void>;
};

/** `now` (Unix milliseconds): a sign-in that has expired by then does not count. */
export type QuotaOwner = { projectId: string; groupRef?: string; now?: number };
