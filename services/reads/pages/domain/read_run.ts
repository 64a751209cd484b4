import type { Envelope } from '../../messages/domain/envelope.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';

/** A claimed operation, with everything that is fixed while it runs. */
export type ReadRun = {
  operation: ClaimedOperation;
  plan: ReadPlan;
  envelope: Envelope;
  /** Time of the read's first start, Unix ms. */
  startTime: number;
};
