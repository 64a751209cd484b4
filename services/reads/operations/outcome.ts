import type { CountStore } from '../../../lib/counts/counts.ts';
import { type NextStep, nextStep, type Tries, type WorkFailure } from '../../../lib/work/next_step.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { ClaimedOperation } from './operation.ts';

/** How a read ended. */
export type Outcome =
  /**
   * `startTime`: provider time at the start of the read; later changes belong to the next read. `lagMs`: how far
   * that is behind our clock.
   */
  | { state: 'success'; records: number; startTime: number; lagMs?: number }
  /** `reason`: one sentence for the builder. `isRefusal`: the provider refused the credentials. */
  | { state: 'failure'; reason: string; isRefusal?: boolean };

/** Ends an operation. Returns false when the lease was lost; then another worker ends it. */
export type FinishOperation = (
  operation: ClaimedOperation,
  plan: ReadPlan | null,
  outcome: Outcome,
) => Promise<boolean>;

/** What to do with a read that failed is decided like for any work, except for what only a read can meet. */
export type ReadFailure =
  | Exclude<WorkFailure, { kind: 'permanent' }>
  /** `isRefusal`: the provider refuses the credentials. */
  | { kind: 'permanent'; reason: string; isRefusal?: boolean }
  /** The provider's pages lead in a circle. */
  | { kind: 'circle'; reason: string };

/** A paging loop rarely disappears on a retry. */
const CIRCLE_TRIES = 3;

/** @param random 0 to 1. */
export function nextReadStep(
  failure: ReadFailure,
  tries: Tries,
  limits: { maxTries: number; random: () => number },
): NextStep {
  if (failure.kind !== 'circle') return nextStep(failure, tries, limits);
  return nextStep({ kind: 'temporary', reason: failure.reason, maxTries: CIRCLE_TRIES }, tries, limits);
}

/** What is counted of records over time. A record that is delivered after it was undelivered counts in both. */
export const RECORD_KINDS = ['fetched', 'delivered', 'undelivered'] as const;

export type RecordCountStore = CountStore<(typeof RECORD_KINDS)[number]>;
