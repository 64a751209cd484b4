import type { Log } from '../../../lib/log/log.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Outcome } from '../deliveries/delivery.ts';
import type { Destination, Health } from '../destinations/destination.ts';

type WarnOfFailuresDeps = { log: Log; clock: Clock };
/** A destination before some attempts, its health after these attempts, and the last failed attempt. */
export type HealthChange = { destination: Destination; after: Health; isDisabled: boolean; failure: Outcome };
type WarnOfFailures = (judged: HealthChange) => void;

/**
 * Min time between two log lines about first failures of a destination. A receiver that accepts every second message
 * has many first failures. Ms.
 */
const QUIET_MS = 15 * 60_000;
/**
 * Max destinations whose last line is remembered. When there are more, all are forgotten, and some lines are repeated
 * before the min time.
 */
const MAX_REMEMBERED = 10_000;

/**
 * Logs three changes of a destination: the first failure after a success, the opening of the circuit breaker, and that
 * it is disabled. Does not log each attempt. The URL is not logged, because it may contain a secret.
 */
export function makeWarnOfFailures({ log, clock }: WarnOfFailuresDeps): WarnOfFailures {
  const firstFailures = new Map<string, number>();

  function isNews(id: string): boolean {
    const now = clock.now();
    if (now - (firstFailures.get(id) ?? -Infinity) < QUIET_MS) return false;
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
