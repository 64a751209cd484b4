type Counts = Record<string, number>;

/** Counts of requests since the start, for tests. */
export type StatsReport = {
  /**
   * Requests by object (or `me`, `token`, `revocation`) and status. `dropped`: the connection was closed without a
   * response.
   */
  requests: Record<string, Counts>;
  /** Served list pages, and the records in them, by object. */
  pages: Counts;
  records: Counts;
  /** Successful token requests by grant type. */
  tokenGrants: Counts;
};

export type Stats = {
  request(target: string, status: number | 'dropped'): void;
  page(object: string, records: number): void;
  tokenGrant(grantType: string): void;
  report(): StatsReport;
};

export function createStats(): Stats {
  const counted: StatsReport = { requests: {}, pages: {}, records: {}, tokenGrants: {} };
  return {
    request: (target, status) => add((counted.requests[target] ??= {}), String(status), 1),
    page(object, records) {
      add(counted.pages, object, 1);
      add(counted.records, object, records);
    },
    tokenGrant: (grantType) => add(counted.tokenGrants, grantType, 1),
    report: () => structuredClone(counted),
  };
}

function add(counts: Counts, name: string, amount: number): void {
  counts[name] = (counts[name] ?? 0) + amount;
}
