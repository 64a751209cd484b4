/** The quotas of a project or a group. */
export type QuotaName =
  | 'connectionsOfGroup'
  | 'connections'
  | 'integrations'
  | 'providerApps'
  | 'signIns'
  | 'signInSteps';

/** Max rows by quota; 0: no limit. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

export type QuotaStore = {
  /**
   * Locks the quota of the project (or group) until the transaction ends. Throws when `adding` more, by default one, do
   * not fit: rateLimited for sign-ins, which expire by themselves, else unprocessable. The lock is held then, too.
   */
  reserve(name: QuotaName, of: QuotaOwner, adding?: number): Promise<void>;
  /** Throws like reserve, but locks nothing: for an early answer. */
  check(name: QuotaName, of: QuotaOwner): Promise<void>;
};

/** `now`: an expired sign-in does not count. */
export type QuotaOwner = { projectId: string; groupRef?: string; now?: number };
