import type { OperationStatus } from '../operation/operation_status.ts';

/**
 * waiting: another operation with the same active key runs first. ready: may be claimed. running: a worker holds the
 * lease. parked: may be claimed again from next_time on. putOff: deferred. A deferred operation has no active key, so
 * it blocks no other operation, and no worker claims it until `resume`. success and failure: final.
 */
export type WorkState = 'waiting' | 'ready' | 'running' | 'parked' | 'putOff' | 'success' | 'failure';

export const OPEN_STATES: readonly WorkState[] = ['waiting', 'ready', 'running', 'parked', 'putOff'];

/** The states that have this status in the public API; all states when `status` is empty. */
export function workStatesOf(status: OperationStatus | ''): readonly WorkState[] {
  if (status === 'in_progress') return OPEN_STATES;
  return status === '' ? [...OPEN_STATES, 'success', 'failure'] : [status];
}

/** The conditions of a list of operations. */
export type OperationFilter = {
  integrationId?: string;
  installationId?: string;
  /** Operations of any of these installations. Not together with `installationId`. */
  installationIds?: readonly string[];
  /** The native or the mapped name of the object. */
  objectName?: string;
  states?: readonly WorkState[];
  /** Created at `since` or later and before `until`. Unix ms. */
  since?: number;
  until?: number;
};

type RequestedFilter = Required<Omit<OperationFilter, 'states' | 'installationIds'>> &
  Pick<OperationFilter, 'installationIds'> & { status: string };

/** Converts the filter of a request, in which '', [] and 0 mean that a condition is not given. */
export function filterOf({
  integrationId,
  installationId,
  installationIds = [],
  objectName,
  status,
  since,
  until,
}: RequestedFilter): OperationFilter {
  return {
    ...(integrationId && { integrationId }),
    ...(installationId && { installationId }),
    ...(!installationId && installationIds.length > 0 && { installationIds }),
    ...(objectName && { objectName }),
    ...(status && { states: workStatesOf(status as OperationStatus) }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

export function statusOf(state: WorkState): OperationStatus {
  return state === 'success' || state === 'failure' ? state : 'in_progress';
}

/** The right to write to an operation until it expires. Each claim raises the fence, so a late writer is refused. */
export type OperationLease = { id: string; projectId: string; fence: number };

/** The owner of an operation in the fair turns. */
export type WorkOwner = { projectId: string; ownerId: string };

/** A lease, with the owner that its slot time is charged to. */
export type LeasedOperation = OperationLease & WorkOwner;

/**
 * The state of a new operation, given the open operations with the same active key. `ready` if no other operation is
 * active (a deferred operation is not), otherwise `waiting`. Null when `maxWaiting` operations wait already.
 */
export function stateOfNewOperation(
  open: readonly { state: WorkState | string }[],
  maxWaiting: number,
): 'ready' | 'waiting' | null {
  if (open.every(({ state }) => state === 'putOff')) return 'ready';
  return open.filter(({ state }) => state === 'waiting').length < maxWaiting ? 'waiting' : null;
}
