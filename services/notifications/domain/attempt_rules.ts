import type { Health } from './destination.ts';
import type { Outcome } from './delivery.ts';

/**
 * What follows from an attempt. Pure, so that the whole schedule can be looked at with a clock in the hand.
 *
 * A destination that fails is treated with growing distance: each delivery waits longer before its next attempt; after
 * a while of nothing but failure the destination is spared, one delivery at a time asking whether it is back (that
 * uses up no attempt of the others); and after days of it, or a 410, it is disabled.
 */
export type AttemptRules = {
  /** The wait before each attempt, ms; there are as many attempts as numbers. */
  gaps: number[];
  /** Least wait after a sign of overload. */
  slowDownMs: number;
  retryAfterMaxMs: number;
  disableAfterMs: number;
  breaker: { failures: number; afterMs: number; openMs: number };
};

export type Decision = { next: 'delivered' } | { next: 'failed' } | { next: 'retry'; delayMs: number };

/** Less than the promised fifth, which leaves room for waiting until a worker is free. */
const JITTER = 0.15;
const GONE = 410;
const OVERLOADED = new Set([429, 502, 504]);

export function isDelivered({ status }: Outcome): boolean {
  return status >= 200 && status < 300;
}

/** @param attempt how many were made, this one included. @param random from 0 to below 1. */
export function decide(outcome: Outcome, attempt: number, rules: AttemptRules, random: number): Decision {
  if (isDelivered(outcome)) return { next: 'delivered' };
  const gap = rules.gaps[attempt];
  if (outcome.status === GONE || outcome.error === 'gone' || gap === undefined) return { next: 'failed' };
  const isOverloaded = OVERLOADED.has(outcome.status) || outcome.error === 'timeout';
  const asked = Math.min(outcome.retryAfterMs, rules.retryAfterMaxMs);
  const least = Math.max(isOverloaded ? rules.slowDownMs : 0, asked);
  const jittered = gap * (1 + JITTER * (2 * random - 1));
  return { next: 'retry', delayMs: Math.round(Math.max(jittered, least)) };
}

/** A destination's health after some attempts, in the order they ended. */
export function healthAfter(
  health: Health,
  outcomes: Outcome[],
  now: number,
  rules: AttemptRules,
): Health & { disable: boolean } {
  const lastSuccess = outcomes.findLastIndex(isDelivered);
  const failed = outcomes.length - 1 - lastSuccess;
  const before: Health = lastSuccess < 0 ? health : { failures: 0, failingSince: null, openUntil: null };
  const disable = outcomes.some(({ status }) => status === GONE);
  if (failed === 0) return { ...before, disable };
  const failures = before.failures + failed;
  const failingSince = before.failingSince ?? now;
  const isSpared = failures >= rules.breaker.failures && now - failingSince >= rules.breaker.afterMs;
  return {
    failures,
    failingSince,
    openUntil: isSpared ? now + rules.breaker.openMs : before.openUntil,
    disable: disable || now - failingSince >= rules.disableAfterMs,
  };
}
