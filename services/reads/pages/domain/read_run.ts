import type { ReadPlan } from '../../domain/read_plan.ts';
import type { Envelope } from '../../messages/domain/envelope.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';

/** An operation that runs, from its claim to the end of its slot. */
export type ReadRun = {
  /** As its row is now: a commit returns the run with the operation as it was committed. */
  operation: ClaimedOperation;
  plan: ReadPlan;
  envelope: Envelope;
  /** Time of the read's first start, Unix ms. */
  startTime: number;
  state: RunState;
};

/** What a run knows and no row has. The start makes it, and it travels with the run from page to page. */
export type RunState = {
  /** The engine's notes that were committed to the operation's log. They outlast the slot, so each is logged once. */
  loggedNotes: Set<string>;
  /** The rows of the object's boundary; null until they were counted. */
  boundary: BoundaryRows | null;
};

/** `hasEarlier`: whether an earlier operation wrote any of them. */
export type BoundaryRows = { count: number; hasEarlier: boolean };
