/**
 * The port for rate budgets. The installation service owns the rows of the budgets. It draws permits in its own
 * process; the other services draw permits by RPC. A process draws several permits at once and uses them locally
 * (local_permits.ts), so that not every call costs a round trip.
 */

/** A rate limit: `requests` calls per `perMs` milliseconds. */
export type AllowedRate = { requests: number; perMs: number };

/** Names a budget: of a connection, an app, an object of a connection, or calls about credentials (budget_keys.ts). */
export type BudgetKey = { projectId: string; key: string };

export type Permits = {
  count: number;
  /** The number of the first permit. */
  first: number;
  /** The time from which the calls count against the limits. Unix ms of the database's clock. */
  time: number;
  /** Max time between the grant and the sending of a call. Ms. */
  liveMs: number;
  /** The time between the grant and the assumed arrival of a call at the provider. Ms. */
  arriveMs: number;
};

/** A call that may have arrived later than assumed, by `lateMs`. `time`: the `time` of its permit. */
export type LateCall = { time: number; lateMs: number };

/** The rate limit headers of a response. */
export type LimitHeaders = {
  limit: number | null;
  remaining: number;
  msUntilReset: number;
  /** How long ago the response arrived. Ms. */
  ageMs: number;
  /**
   * The number of the call's permit. Null for a call without a permit; then `inFlight` is the number of other calls in
   * progress.
   */
  number: number | null;
  inFlight: number;
};

/**
 * A request for `wanted` permits. It also gives back the `unused` permits of the last draw, and reports the calls that
 * arrived `late` and the rate limit `headers` since then.
 */
export type Draw = {
  allowed: readonly AllowedRate[];
  wanted: number;
  /** A person waits for the response: the call may use the share of the limit that reads leave unused. */
  isInteractive: boolean;
  /** The recent duration of draws. When draws are slow, permits have a longer lifetime. Ms. */
  lagMs: number;
  unused: { time: number; count: number } | null;
  late: readonly LateCall[];
  headers: LimitHeaders | null;
};

/** `permits` is null when no permit is available; then `waitMs` is the wait before the next draw. */
export type DrawResult = { permits: Permits | null; waitMs: number };

export type ClosedBudget = BudgetKey & { waitMs: number };

export type PermitSource = {
  draw(of: BudgetKey, draw: Draw): Promise<DrawResult>;
  /** After a 429: closes the budget for every process. `askedMs`: the wait that the provider asked for, if any. */
  close(of: BudgetKey, askedMs: number | undefined): Promise<void>;
  /** The closed budgets of all projects. */
  listClosed(): Promise<ClosedBudget[]>;
};
