/** The quotas of a project or an org. */
export type QuotaName = 'apiKeys' | 'jwtKeys' | 'invites' | 'claimedDomains' | 'projects' | 'orgs';

/** Max rows by quota; 0: no limit. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

export type QuotaStore = {
  /**
   * Locks the quota of a project, org or (for orgs) builder until the transaction ends. Throws unprocessable when another
   * one does not fit. `now`: an expired invite does not count.
   */
  reserve(name: QuotaName, ownerId: string, now: number): Promise<void>;
};
