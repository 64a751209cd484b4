import type { ReadPlan } from '../../domain/read_plan.ts';
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
