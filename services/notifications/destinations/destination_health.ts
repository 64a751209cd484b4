import { eventOf } from '../../../lib/events/event.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { Destination, DestinationStores, FailingRule } from './destination.ts';

/** `lastStatus`: 0 when there was no response. Times in Unix ms. */
export type DestinationHealth =
  | { state: 'ok' }
  | { state: 'failing'; since: number; failures: number; lastStatus: number; lastError: string | null }
  | {
      state: 'disabled';
      since: number | null;
      reason: Destination['disabledReason'];
      /** Null when the destination is not probed. */
      nextProbeTime: number | null;
    };

export const FAILING_RULE: FailingRule = { failures: 3, afterMs: 60_000 };

/**
 * The health as callers see it. The state `failing` ends with the next success, or with a change that activates the
 * destination.
 */
export function healthOf(destination: Destination, now: number): DestinationHealth {
  const { status, failures, failingSince: since, lastStatus, lastError, disabledReason, disabledTime } = destination;
  // A replica of an earlier version does not clear the time of a probe when it changes the reason.
  const nextProbeTime = disabledReason === 'failures' ? destination.nextProbeTime : null;
  if (status === 'disabled') return { state: 'disabled', since: disabledTime, reason: disabledReason, nextProbeTime };
  const isFailing = since !== null && (failures >= FAILING_RULE.failures || now - since >= FAILING_RULE.afterMs);
  if (!isFailing) return { state: 'ok' };
  return { state: 'failing', since, failures, lastStatus, lastError };
}

/**
 * The error of an attempt, as a builder sees it. A refused connection and an address that the guard refuses have the
 * same text, so that the author of a URL cannot explore the internal network (lib/http/outbound_error.ts).
 */
export function shownError(error: string | null): string {
  return error === 'blocked' || error === 'connect' ? 'unreachable' : (error ?? '');
}

type Stores = WithOutbox<Pick<DestinationStores, 'destinations' | 'destinationNames'>>;
type Deps = UseCaseContext<Stores & { now(): Promise<number> }>;

const BATCH_SIZE = 100;

/**
 * Reports to the other services which destinations began or stopped failing. A loop calls it, for two reasons: a
 * destination becomes failing after some time even without a further attempt, and this way a successful attempt costs
 * no report. Returns true when more destinations may have to be reported.
 */
export function makeReportFailing({ stores, clock, newId }: Deps) {
  return async function reportFailing(): Promise<boolean> {
    if (!(await stores.destinations.hasFailingUnreported(FAILING_RULE))) return false;
    return stores.transaction(async (s) => {
      const changed = await s.destinations.lockFailingUnreported({ ...FAILING_RULE, limit: BATCH_SIZE });
      for (const { destination, isFailing } of changed) {
        const { id: destinationId, projectId, name } = destination;
        const { failingSince, failures, lastStatus: status, lastError: error } = destination;
        const formerNames = await s.destinationNames.formerNames(projectId, destinationId);
        const failing = isFailing ? { since: failingSince ?? 0, failures, status, error: shownError(error) } : null;
        const payload = { destinationId, name, formerNames, failing };
        await s.outbox.add(eventOf('destination.saved', { id: newId(), projectId, time: clock.now(), payload }));
        await s.destinations.setFailingReported(destinationId, isFailing);
      }
      return changed.length >= BATCH_SIZE;
    });
  };
}
