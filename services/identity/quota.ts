/** The quotas of a project or an org. */
export type QuotaName = 'apiKeys' | 'jwtKeys' | 'invites' | 'claimedDomains' | 'projects' | 'orgs';

/** Max rows for each quota; 0 means no limit. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

export type QuotaStore = {
  /**
   * Locks the quota of a project, org or (for orgs) builder until the transaction ends. Throws unprocessable when one
   * more row does not fit. `now` (Unix milliseconds): an invite whose expiry is before `now` does not count.
   */
  reserve(name: QuotaName, ownerId: string, now: number): Promise<void>;
};
