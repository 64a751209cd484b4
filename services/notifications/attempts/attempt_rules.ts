/**
 * Decides the consequences of an attempt. These are pure functions, so that tests can step through the whole retry
 * schedule.
 *
 * A failing destination is handled in three stages. Each delivery waits longer before its next attempt. After some time
 * without a success the circuit breaker opens: one delivery at a time probes the destination, and the other deliveries
 * use up no attempts. After days of failure, or when the receiver wants no messages any more, the destination is
 * disabled. A destination that failures disabled is probed with its oldest held message, at growing intervals
 * (probes/probe.ts).
 */
import type { AttemptOutcome } from '../deliveries/delivery.ts';
import type { FailureState } from '../destinations/destination.ts';

export type AttemptRules = {
  /** The wait before each attempt, ms. The number of entries is the number of attempts. */
  gaps: number[];
  /** Min wait after a response that shows overload. Ms. */
  slowDownMs: number;
  retryAfterMaxMs: number;
  disableAfterMs: number;
  /**
   * The circuit breaker opens after `failures` failures in a row, if the first of them is at least `afterMs` old. It
   * stays open for `openMs`.
   */
  breaker: { failures: number; afterMs: number; openMs: number };
  /** The wait before each probe of a destination that failures disabled, ms; the last entry repeats. Not empty. */
  probeGaps: number[];
};

/**
 * The wait before the next probe of a destination, in ms. `step`: the number of failed probes since it was disabled.
 */
export function probeGapMs({ probeGaps }: Pick<AttemptRules, 'probeGaps'>, step: number): number {
  return probeGaps[Math.min(step, probeGaps.length - 1)] as number;
}

type NextStep =
  | { next: 'delivered' }
  | { next: 'failed' }
  | { next: 'held'; isRefused: boolean }
  | { next: 'retry'; delayMs: number };

/**
 * Max share by which a wait is shortened or lengthened at random. It is below the documented 20 %, because an attempt
 * starts later when no worker is free.
 */
const JITTER_SHARE = 0.15;

/**
 * Decides the next step of a delivery after an attempt. `attempt`: the number of attempts so far, this attempt
 * included. `random`: a number from 0 to below 1, for the jitter.
 */
export function decideNextStep(
  outcome: AttemptOutcome,
  attempt: number,
  rules: AttemptRules,
  random: number,
): NextStep {
  const { result, isOverloaded = false, retryAfterMs = 0 } = outcome;
  if (result === 'delivered') return { next: 'delivered' };
  if (result === 'bodyDeleted') return { next: 'failed' };
  if (result === 'final') return { next: 'held', isRefused: false };
  const gap = rules.gaps[attempt];
  if (gap === undefined) return { next: 'held', isRefused: true };
  const asked = Math.min(retryAfterMs, rules.retryAfterMaxMs);
  const minDelayMs = Math.max(isOverloaded ? rules.slowDownMs : 0, asked);
  const jittered = gap * (1 + JITTER_SHARE * (2 * random - 1));
  return { next: 'retry', delayMs: Math.round(Math.max(jittered, minDelayMs)) };
}

/**
 * Computes the health of a destination after attempts. `outcomes`: in the order in which the attempts ended. `now`:
 * Unix ms, by the database's clock. `disable`: whether the destination must be disabled.
 */
export function healthAfter(
  health: FailureState,
  outcomes: AttemptOutcome[],
  now: number,
  rules: AttemptRules,
): FailureState & { disable: boolean } {
  const lastSuccess = outcomes.findLastIndex(({ result }) => result === 'delivered');
  const failed = outcomes.length - 1 - lastSuccess;
  const before: FailureState = lastSuccess < 0 ? health : { failures: 0, failingSince: null, openUntil: null };
  const disable = outcomes.some(({ result }) => result === 'final');
  if (failed === 0) return { ...before, disable };
  const failures = before.failures + failed;
  const failingSince = before.failingSince ?? now;
  const isOpen = failures >= rules.breaker.failures && now - failingSince >= rules.breaker.afterMs;
  return {
    failures,
    failingSince,
    openUntil: isOpen ? now + rules.breaker.openMs : before.openUntil,
    disable: disable || now - failingSince >= rules.disableAfterMs,
  };
}
