import type { NewId } from '../../../../lib/ids/ids.ts';
import { placeInLine } from '../../../../lib/work/domain/place_in_line.ts';
import { MAX_WAITING, type NewOperation } from '../domain/operation.ts';
import type { Stores } from '../domain/stores.ts';
import type { QueuedOperation } from '../domain/operation_store.ts';
import { operationChanged } from './read_events.ts';

/** `details`: added to the type and object in its first log line. */
export type Queued = QueuedOperation & { details?: Record<string, string> };

/**
 * Queues an operation inside the caller's transaction, which must hold the object's lock: the first becomes active,
 * later ones wait. Returns false when ten are already waiting; then nothing was written. A backfill may be the
 * eleventh: an object has only one at a time, and nobody would request it again.
 */
export async function queueOperation(s: Stores, operation: NewOperation, newId: NewId): Promise<boolean> {
  const open = await s.operations.listOpen(operation);
  const state = placeInLine(open, MAX_WAITING) ?? (operation.readType === 'backfill' ? 'waiting' : null);
  if (state) await writeQueued(s, [{ operation, state }], newId);
  return state !== null;
}

/** Writes the operations, with a log line and an event each, in a fixed number of statements. */
export async function writeQueued(s: Stores, queued: readonly Queued[], newId: NewId): Promise<void> {
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
