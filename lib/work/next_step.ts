/**
 * Decides what happens to an operation that failed. Progress resets the counts of tries, so a long operation may fail
 * any number of times while it makes progress between the failures.
 */
export type WorkFailure =
  /**
   * A retry may succeed although nobody changes anything. `retryAfterMs`: the wait that the provider asked for.
   * `maxTries`: set when fewer tries than usual make sense.
   */
  | { kind: 'temporary' | 'rateLimit'; reason: string; retryAfterMs?: number | undefined; maxTries?: number }
  /**
   * A part of Causeway is unavailable. The operation waits until the part is available again, and never fails for this
   * reason.
   */
  | { kind: 'unavailable'; reason: string }
  | { kind: 'permanent'; reason: string };

/** `tries`: starts since the last progress. `rateLimits`: 429 responses since the last progress. */
export type TryCounts = { tries: number; rateLimits: number };
export type RetryDecision =
  | { do: 'fail'; reason: string }
  | { do: 'park'; waitMs: number; isRateLimit: boolean }
  /** Waits like `park`, but the start is not counted as a try. */
  | { do: 'postpone'; waitMs: number };

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 5 * 60_000;
/** The time between two checks whether the unavailable part of Causeway is available again. */
const UNAVAILABLE_WAIT_MS = 5_000;
/** Max 429 responses without progress; then the operation fails. */
const MAX_RATE_LIMITS = 200;
/** The max wait that a provider may ask for, ms. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** @param random 0 to 1. */
export function decideRetry(
  failure: WorkFailure,
  { tries, rateLimits }: TryCounts,
  limits: { maxTries: number; random: () => number },
): RetryDecision {
  if (failure.kind === 'permanent') return { do: 'fail', reason: failure.reason };
  if (failure.kind === 'unavailable') return { do: 'postpone', waitMs: jitteredMs(UNAVAILABLE_WAIT_MS, limits.random) };
  const isRateLimit = failure.kind === 'rateLimit';
  const count = isRateLimit ? rateLimits + 1 : Math.max(tries, 1);
  const max = isRateLimit ? MAX_RATE_LIMITS : Math.min(limits.maxTries, failure.maxTries ?? Infinity);
  if (count >= max) return { do: 'fail', reason: failure.reason };
  const asked = Math.min(failure.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  // A rate limit ends at the time that the provider names. Other failures may last longer than the named time.
  const waitMs = isRateLimit && asked > 0 ? asked : Math.max(asked, backoffMs(count, limits.random));
  return { do: 'park', waitMs, isRateLimit };
}

/**
 * The wait of an operation whose worker died, in ms. The first death is most likely unrelated to the operation, so
 * another worker takes over at once. `tries`: starts without progress.
 */
export function waitAfterLoss(tries: number): number {
  return tries <= 1 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (tries - 2), MAX_WAIT_MS);
}

/** Exponential backoff: 1 s, 2 s, 4 s, up to 5 min, with a jitter of 20 %. */
function backoffMs(count: number, random: () => number): number {
  return jitteredMs(Math.min(FIRST_WAIT_MS * 2 ** (count - 1), MAX_WAIT_MS), random);
}

function jitteredMs(wait: number, random: () => number): number {
  return Math.round(wait * (0.8 + 0.4 * random()));
}
