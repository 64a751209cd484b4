import { type CausewayEvent, eventOf } from '../../../lib/events/event.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { OperationStatus } from '../../../lib/operation/operation_status.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ChangeMoment, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import { stateOfNewOperation } from '../../../lib/work/states.ts';
import type { NewOperation } from './new_operation.ts';
import { MAX_WAITING_PER_OBJECT, type OperationStore, type QueuedOperation } from './operation.ts';

export type QueueStores = WithOutbox<{ operations: OperationStore; logs: LogStore }>;

/** The delay after which a caller may retry when the queue is full. Ms. */
const RETRY_MS = 30_000;

/** `details`: added to the details of the operation's first log line. */
export type OperationToQueue = QueuedOperation & { details?: Record<string, string> };

/**
 * Queues an operation inside the caller's transaction, which must hold the object's lock. The first operation becomes
 * active, later ones wait. Returns false when ten are already waiting; then nothing was written. A backfill may be the
 * eleventh: an object has only one backfill at a time, and no caller would request it again.
 */
export async function queueOperation(s: QueueStores, operation: NewOperation, newId: NewId): Promise<boolean> {
  const open = await s.operations.listOpen(operation);
  const state =
    stateOfNewOperation(open, MAX_WAITING_PER_OBJECT) ?? (operation.readType === 'backfill' ? 'waiting' : null);
  if (state) await writeQueued(s, [{ operation, state }], newId);
  return state !== null;
}

/** Writes the operations, each with a log line and an event, in a fixed number of statements. */
export async function writeQueued(s: QueueStores, queued: readonly OperationToQueue[], newId: NewId): Promise<void> {
  await s.operations.insertAll(queued);
  await s.logs.addAll(
    queued.map(({ operation, state, details }) => ({
      id: newId(),
      projectId: operation.projectId,
      operationId: operation.id,
      time: operation.createTime,
      severity: 'INFO',
      ...queuedLine(operation, state, details),
    })),
  );
  await s.outbox.add(
    ...queued.map(({ operation }) =>
      operationChanged(operation, 'in_progress', operation.createTime, { newId, now: operation.createTime }),
    ),
  );
}

function queuedLine({ readType, mappedObjectName }: NewOperation, state: string, more: Record<string, string> = {}) {
  const details = { readType, objectName: mappedObjectName, ...more };
  return state === 'ready'
    ? { msg: 'Queued.', details }
    : { msg: 'Waiting for another operation of this object to finish.', details };
}

export function queueFull(now: number): Problem {
  return new Problem('conflict', `${MAX_WAITING_PER_OBJECT} operations of this object are already waiting.`, {
    retryable: true,
    retryAfter: now + RETRY_MS,
    remedy: 'Try again when one of them has finished.',
  });
}

type OperationIds = { id: string; projectId: string; installationId: string; mappedObjectName: string };

/** `seq`: the creation time for `in_progress`, and a later time for the end. Unix ms. */
export function operationChanged(
  operation: OperationIds,
  status: OperationStatus,
  seq: number,
  { newId, now }: ChangeMoment,
): CausewayEvent {
  const { id, projectId, installationId, mappedObjectName } = operation;
  const payload = { installationId, operationId: id, objectName: mappedObjectName, status, seq };
  return eventOf('operation.changed', { id: newId(), projectId, time: now, payload });
}
