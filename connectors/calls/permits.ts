/**
 * The port of rate budgets. The installation service owns their rows: it draws from them in its own process, and the
 * service reads by RPC. A process draws permits in portions and uses them up locally (budget_account.ts), so a call
 * costs no round trip of its own.
 */
export type AllowedRate = { requests: number; perMs: number };

/** The key of a budget: of a connection, a provider app, one object of a connection, or a token endpoint. */
export type BudgetKey = { projectId: string; key: string };

export type Permits = {
  count: number;
  /** The number of the first permit. */
  first: number;
  /** The time they are counted from, Unix ms of the database's clock. */
  time: number;
  /** How long after the grant a call may be sent. Ms. */
  liveMs: number;
  /** How long after the grant a call is assumed to have arrived. Ms. */
  arriveMs: number;
};

/** A call may have arrived later than assumed. `time`: that of its permit. */
export type LateCall = { time: number; lateMs: number };

/** The rate limit headers of a response. */
export type LimitHeaders = {
  limit: number | null;
  remaining: number;
  msUntilReset: number;
  /** How long ago the response arrived. Ms. */
  ageMs: number;
  /** The number of the call's permit; null when it had none, and `inFlight` other calls were in progress. */
  number: number | null;
  inFlight: number;
};

/** Asks for permits, returns unused ones, and reports what happened since the last draw. */
export type Draw = {
  allowed: readonly AllowedRate[];
  wanted: number;
  /** True when a caller waits for the response: the call may then use the share of the limit that reads leave free. */
  isInteractive: boolean;
  /** How long the last draws took. On a slow path permits have a longer lifetime. Ms. */
  lagMs: number;
  unused: { time: number; count: number } | null;
  late: readonly LateCall[];
  headers: LimitHeaders | null;
};

/** `permits` is null when there are none; `waitMs` then says when to ask again. */
export type Drawn = { permits: Permits | null; waitMs: number };

export type ClosedBudget = BudgetKey & { waitMs: number };

export type PermitSource = {
  draw(of: BudgetKey, draw: Draw): Promise<Drawn>;
  /** After a 429: closes the budget for every process. `askedMs`: the wait that the provider named, if any. */
  close(of: BudgetKey, askedMs: number | undefined): Promise<void>;
  /** The closed budgets of all projects. */
  listClosed(): Promise<ClosedBudget[]>;
};
