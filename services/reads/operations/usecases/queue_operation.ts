import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import { MAX_WAITING } from '../domain/operation.ts';
import type { NewOperation } from '../domain/new_operation.ts';
import type { LogStore } from '../domain/log_store.ts';
import type { OutboxStore } from '../../domain/event_stores.ts';
import type { OpenOperation, QueuedOperation, OperationStore } from '../domain/operation_store.ts';
import { operationChanged } from './read_events.ts';

type Stores = { operations: OperationStore; logs: LogStore; outbox: OutboxStore };

/** When to retry after the queue was full, ms. */
const RETRY_MS = 30_000;

/** `details`: added to the type and object in its first log line. */
export type Queued = QueuedOperation & { details?: Record<string, string> };

/**
 * Queues an operation inside the caller's transaction, which must hold the object's lock: the first becomes active,
 * later ones wait. Returns false when ten are already waiting; then nothing was written. A backfill may be the
 * eleventh: an object has only one at a time, and nobody would request it again.
 */
export async function queueOperation(s: Stores, operation: NewOperation, newId: NewId): Promise<boolean> {
  const open = await s.operations.listOpen(operation);
  const state = placeInLine(open) ?? (operation.readType === 'backfill' ? 'waiting' : null);
  if (state) await writeQueued(s, [{ operation, state }], newId);
  return state !== null;
}

/** Null when too many are waiting. Deferred operations block nothing. */
export function placeInLine(open: readonly Pick<OpenOperation, 'state'>[]): 'ready' | 'waiting' | null {
  if (open.every(({ state }) => state === 'putOff')) return 'ready';
  return open.filter(({ state }) => state === 'waiting').length < MAX_WAITING ? 'waiting' : null;
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

export function queueFull(now: number): Problem {
  return new Problem('conflict', `${MAX_WAITING} operations of this object are already waiting.`, {
    retryable: true,
    retryAfter: now + RETRY_MS,
    remedy: 'Try again when one of them has finished.',
  });
}
