import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { AttemptOutcome } from '../deliveries/delivery.ts';
import type { Destination, FailureState } from '../destinations/destination.ts';

type WarnOfFailuresDeps = { log: Log; clock: Clock };
/** A destination before some attempts, its health after these attempts, and the last failed attempt. */
export type HealthChange = {
  destination: Destination;
  after: FailureState;
  isDisabled: boolean;
  failure: AttemptOutcome;
};
type WarnOfFailures = (judged: HealthChange) => void;

/**
 * Min time between two log lines about first failures of a destination. A receiver that accepts every second message
 * has many first failures. Ms.
 */
const MIN_LINE_GAP_MS = 15 * 60_000;
/**
 * Max number of destinations for which the time of the last line is remembered. When there are more, all times are
 * forgotten, so some lines are repeated before the min time has passed.
 */
const MAX_REMEMBERED = 10_000;

/**
 * Logs three changes of a destination: its first failure after a success, the opening of its circuit breaker, and its
 * disabling. Does not log each attempt. The URL is not logged, because it may contain a secret.
 */
export function makeWarnOfFailures({ log, clock }: WarnOfFailuresDeps): WarnOfFailures {
  const firstFailures = new Map<string, number>();

  function isNews(id: string): boolean {
    const now = clock.now();
    if (now - (firstFailures.get(id) ?? -Infinity) < MIN_LINE_GAP_MS) return false;
    if (firstFailures.size >= MAX_REMEMBERED) firstFailures.clear();
    firstFailures.set(id, now);
    return true;
  }

  return function warnOfFailures({ destination, after, isDisabled, failure }) {
    const { id: destinationId, projectId, name } = destination;
    const fields = { projectId, destinationId, name, status: failure.status, error: failure.error };
    if (isDisabled) return log.warn('destination disabled', fields);
    const isFirst = destination.failures === 0 || after.failingSince !== destination.failingSince;
    const hasOpened = destination.openUntil === null && after.openUntil !== null;
    if (isFirst && after.failures > 0 && isNews(destinationId)) log.warn('destination failing', fields);
    if (hasOpened) log.warn('destination suspended', { ...fields, failures: after.failures });
  };
}
