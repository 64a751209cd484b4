/** The quotas of a project. */
export type QuotaName = 'destinations' | 'topics' | 'routes';

/** Max rows by quota; 0: no limit. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>;

export type QuotaStore = {
  /** Locks the project's quota until the transaction ends. Throws unprocessable when another one does not fit. */
  reserve(name: QuotaName, projectId: string): Promise<void>;
};
