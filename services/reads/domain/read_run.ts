import type { Envelope } from './envelope.ts';
import type { ClaimedOperation } from './operation.ts';
import type { ReadPlan } from './read_plan.ts';

/** A claimed operation, with everything that is fixed while it runs. */
export type ReadRun = {
  operation: ClaimedOperation;
  plan: ReadPlan;
  envelope: Envelope;
  /** Time of the read's first start, Unix ms. */
  startTime: number;
};
