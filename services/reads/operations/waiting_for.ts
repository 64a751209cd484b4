import type { WorkState } from '../../../lib/work/states.ts';

/**
 * The reason why an operation in progress waits. A worker that parks or defers an operation also stores the cause, and
 * the next claim clears it. In other states, the cause follows from the state.
 *
 * `credentials`: the provider refuses the credentials of the connection. `rateLimit`: the provider's rate limit is
 * exhausted. `provider`: the provider failed, or it prepares the records. `destination`: the destination is disabled or
 * deleted. `causeway`: a part of Causeway is unavailable, or failed. `disabled`: the installation disables the object.
 * `operation`: another operation of the same object runs first. `capacity`: no worker has claimed it yet.
 */
export type WaitReason =
  | 'credentials'
  | 'rateLimit'
  | 'provider'
  | 'destination'
  | 'causeway'
  | 'disabled'
  | 'operation'
  | 'capacity';

/** `detail`: one sentence for the builder. It may quote the provider; secrets are masked. */
export type WaitCause = { reason: WaitReason; detail: string };

/** `until`: when the operation resumes by itself, Unix ms; null when it waits for an event without a known time. */
export type WaitingFor = WaitCause & { until: number | null; destinationId: string | null };

/** The columns of an operation from which waitingFor computes the cause of the wait. */
export type WaitColumns = {
  state: string;
  next_time: number;
  wait_reason: string | null;
  wait_detail: string | null;
  awaited_destination: string | null;
};

export const WAIT_COLUMNS = ['next_time', 'wait_reason', 'wait_detail', 'awaited_destination'] as const;

/** The columns that a claim clears. */
export const CAUSE_COLUMNS = ['wait_reason', 'wait_detail'] as const;

export const OBJECT_DISABLED: WaitCause = { reason: 'disabled', detail: 'The object is disabled in the installation.' };

const IN_LINE: Partial<Record<WorkState, WaitCause>> = {
  waiting: { reason: 'operation', detail: 'Another operation of this object runs first.' },
  ready: { reason: 'capacity', detail: 'It starts when a worker is free.' },
  // The row has no cause when the worker was lost, and when a version before migration 0041 wrote it.
  parked: { reason: 'causeway', detail: 'Causeway tries it again: the worker that ran it was lost.' },
};

/** Null when the operation runs, has ended, or was deferred by a version that wrote no cause. */
export function waitingFor(row: WaitColumns): WaitingFor | null {
  const state = row.state as WorkState;
  const isParked = state === 'parked' || state === 'putOff';
  const cause = (isParked && writtenCause(row)) || IN_LINE[state];
  if (!cause) return null;
  const awaited = state === 'putOff' ? row.awaited_destination : null;
  return { ...cause, until: isParked && awaited === null ? row.next_time : null, destinationId: awaited };
}

function writtenCause({ wait_reason: reason, wait_detail: detail }: WaitColumns): WaitCause | null {
  return reason === null ? null : { reason: reason as WaitReason, detail: detail ?? '' };
}

/** The cause as columns, for the statement that parks or defers the operation. */
export function causeColumns({ reason, detail }: WaitCause) {
  return { wait_reason: reason, wait_detail: detail };
}
