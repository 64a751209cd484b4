/**
 * What to do with an operation that could not go on. Every page that comes in starts the counts anew, so a long read
 * may meet any number of faults as long as it makes progress between them.
 */
export type Setback =
  /** Nobody needs to change anything for it to work later. `retryAfterMillis`: as the provider asked. */
  | { kind: 'temporary' | 'rateLimit' | 'circle'; reason: string; retryAfterMillis?: number | undefined }
  /** `isRefusal`: the provider refuses the credentials. */
  | { kind: 'permanent'; reason: string; isRefusal?: boolean };

export type Tries = { tries: number; rateLimits: number };
export type NextStep = { do: 'fail'; reason: string } | { do: 'park'; waitMillis: number; isRateLimit: boolean };

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 5 * 60_000;
/** A provider that names no time is asked again soon, but not for ever. */
const MAX_RATE_LIMITS = 200;
/** What leads in a circle seldom does not the next time. */
const CIRCLE_TRIES = 3;
/** A provider may ask for patience, not for a day. */
const LONGEST_ASKED = 24 * 3_600_000;

/** @param random 0 to 1. */
export function nextStep(
  setback: Setback,
  { tries, rateLimits }: Tries,
  limits: { maxTries: number; random: () => number },
): NextStep {
  if (setback.kind === 'permanent') return { do: 'fail', reason: setback.reason };
  const isRateLimit = setback.kind === 'rateLimit';
  const count = isRateLimit ? rateLimits + 1 : Math.max(tries, 1);
  const most = isRateLimit
    ? MAX_RATE_LIMITS
    : Math.min(limits.maxTries, setback.kind === 'circle' ? CIRCLE_TRIES : Infinity);
  if (count >= most) return { do: 'fail', reason: setback.reason };
  const asked = Math.min(setback.retryAfterMillis ?? 0, LONGEST_ASKED);
  // A limit ends when the provider says; a fault that names a time may still be there then.
  const waitMillis = isRateLimit && asked > 0 ? asked : Math.max(asked, backoff(count, limits.random));
  return { do: 'park', waitMillis, isRateLimit };
}

/** 1 s, 2 s, 4 s and so on up to 5 min, each a fifth more or less. */
function backoff(count: number, random: () => number): number {
  const wait = Math.min(FIRST_WAIT * 2 ** (count - 1), LONGEST_WAIT);
  return Math.round(wait * (0.8 + 0.4 * random()));
}
