import type { NewId } from '../../../lib/ids/ids.ts';
import { MAX_WAITING, type NewOperation } from '../domain/operation.ts';
import type { Stores } from '../domain/stores.ts';
import { operationChanged } from './read_events.ts';

/**
 * Puts an operation in line, inside the caller's transaction, which must hold the object's lock: the first becomes
 * active, later ones wait their turn. False when ten wait already; then nothing was written.
 */
export async function queueOperation(s: Stores, operation: NewOperation, newId: NewId): Promise<boolean> {
  const open = await s.operations.listOpen(operation);
  const waiting = open.filter(({ state }) => state === 'waiting').length;
  const isFirst = open.length === 0;
  if (!isFirst && waiting >= MAX_WAITING) return false;
  await s.operations.insert(operation, isFirst ? 'ready' : 'waiting');
  await s.logs.add(operation.projectId, operation.id, [
    {
      id: newId(),
      time: operation.createTime,
      severity: 'INFO',
      ...queuedLine(operation, isFirst),
    },
  ]);
  await s.outbox.add(
    operationChanged(operation, 'in_progress', operation.createTime, { newId, now: operation.createTime }),
  );
  return true;
}

function queuedLine({ readType, mappedObjectName }: NewOperation, isFirst: boolean) {
  const details = { readType, objectName: mappedObjectName };
  return isFirst
    ? { msg: 'Queued.', details }
    : { msg: 'Waiting for another operation of this object to finish.', details };
}
