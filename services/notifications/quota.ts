/** The kinds of rows that have a quota per project. */
export type QuotaName = 'destinations' | 'topics' | 'routes';

/** Max rows per project for each kind; 0 for no limit. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

export type QuotaStore = {
  /** Locks the project's quota until the transaction ends. Throws unprocessable when one more row would exceed it. */
  reserve(name: QuotaName, projectId: string): Promise<void>;
};
