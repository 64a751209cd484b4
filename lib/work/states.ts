import type { OperationStatus } from '../operation/operation_status.ts';

/**
 * waiting: another operation with the same active key runs first. ready: may be claimed. running: a worker holds the
 * lease. parked: may be claimed again from next_time on. putOff: deferred; it has no active key, so it blocks no other
 * operation, and it is not claimed until it is resumed. The last two states are final.
 */
export type WorkState = 'waiting' | 'ready' | 'running' | 'parked' | 'putOff' | 'success' | 'failure';

export const OPEN_STATES: readonly WorkState[] = ['waiting', 'ready', 'running', 'parked', 'putOff'];

/** The states of a status; of all statuses when it is empty. */
export function statesOf(status: OperationStatus | ''): readonly WorkState[] {
  if (status === 'in_progress') return OPEN_STATES;
  return status === '' ? [...OPEN_STATES, 'success', 'failure'] : [status];
}

/** Which operations a list has. Ids are ordered by time of creation. */
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

type AskedFilter = Required<Omit<OperationFilter, 'states' | 'installationIds'>> &
  Pick<OperationFilter, 'installationIds'> & { status: string };

/** A filter as a request has it: texts and lists are empty and times 0 when not given. */
export function filterOf({
  integrationId,
  installationId,
  installationIds = [],
  objectName,
  status,
  since,
  until,
}: AskedFilter): OperationFilter {
  return {
    ...(integrationId && { integrationId }),
    ...(installationId && { installationId }),
    ...(!installationId && installationIds.length > 0 && { installationIds }),
    ...(objectName && { objectName }),
    ...(status && { states: statesOf(status as OperationStatus) }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

export function statusOf(state: WorkState): OperationStatus {
  return state === 'success' || state === 'failure' ? state : 'in_progress';
}

/** The right to write to an operation until it expires. Each claim raises the fence, so a late writer is refused. */
export type Lease = { id: string; projectId: string; fence: number };

/** The owner of an operation in the fair turns. */
export type Owner = { projectId: string; ownerId: string };

/** A lease, with the owner that its slot time is charged to. */
export type HeldOperation = Lease & Owner;

/**
 * The state of a new operation, given the open ones with the same active key: the first is ready, later ones wait.
 * Deferred operations block nothing. Null when `maxWaiting` are waiting.
 */
export function placeInLine(
  open: readonly { state: WorkState | string }[],
  maxWaiting: number,
): 'ready' | 'waiting' | null {
  if (open.every(({ state }) => state === 'putOff')) return 'ready';
  return open.filter(({ state }) => state === 'waiting').length < maxWaiting ? 'waiting' : null;
}
