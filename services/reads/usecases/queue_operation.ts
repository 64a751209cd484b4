import type { NewId } from '../../../lib/ids/ids.ts';
import { MAX_WAITING, type NewOperation } from '../domain/operation.ts';
import type { Stores } from '../domain/stores.ts';
import type { OpenOperation, QueuedOperation } from '../domain/operation_store.ts';
import { operationChanged } from './read_events.ts';

/** `details`: what its first log line says beside its type and object. */
export type Queued = QueuedOperation & { details?: Record<string, string> };

/**
 * Puts an operation in line, inside the caller's transaction, which must hold the object's lock: the first becomes
 * active, later ones wait their turn. False when ten wait already; then nothing was written. A backfill, of which an
 * object has one at a time, may be the eleventh: nobody would ask for it again.
 */
export async function queueOperation(s: Stores, operation: NewOperation, newId: NewId): Promise<boolean> {
  const open = await s.operations.listOpen(operation);
  const state = placeInLine(open) ?? (operation.readType === 'backfill' ? 'waiting' : null);
  if (state) await writeQueued(s, [{ operation, state }], newId);
  return state !== null;
}

/** Null when too many wait already. One that is put off stands in nobody's way. */
export function placeInLine(open: readonly Pick<OpenOperation, 'state'>[]): 'ready' | 'waiting' | null {
  if (open.every(({ state }) => state === 'putOff')) return 'ready';
  return open.filter(({ state }) => state === 'waiting').length < MAX_WAITING ? 'waiting' : null;
}

/** The operations, a log line and an event each; of many it takes as many statements as of one. */
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
