import type { Envelope } from './envelope.ts';
import type { ClaimedOperation } from './operation.ts';
import type { ReadPlan } from './read_plan.ts';

/** An operation in the hands of a worker, with all that is fixed for its length. */
export type ReadRun = {
  operation: ClaimedOperation;
  plan: ReadPlan;
  envelope: Envelope;
  /** When the read first began, Unix ms. */
  startTime: number;
};
