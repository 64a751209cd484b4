import { nextStep, type NextStep, type Tries, type WorkFailure } from '../../../../lib/work/domain/next_step.ts';

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
