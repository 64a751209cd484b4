/** What a project or a group may have a limited number of. */
export type QuotaName =
  | 'connectionsOfGroup'
  | 'connections'
  | 'integrations'
  | 'providerApps'
  | 'signIns'
  | 'signInSteps';

export type QuotaStore = {
  /**
   * Locks the quota of the project (or group) until the transaction ends. Throws unprocessable when `adding` more, by
   * default one, do not fit.
   */
  reserve(name: QuotaName, of: QuotaOwner, adding?: number): Promise<void>;
};

/** `now`: an expired sign-in does not count. */
export type QuotaOwner = { projectId: string; groupRef?: string; now?: number };
