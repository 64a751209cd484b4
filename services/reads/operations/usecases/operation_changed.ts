import { eventOf } from '../../../../lib/events/event.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { OutgoingEvent } from '../../domain/event_stores.ts';
import type { OperationStatus } from '../../../../lib/operation/operation_status.ts';

type Facts = { newId: NewId; now: number };
type Subject = { id: string; projectId: string; installationId: string; mappedObjectName: string };

/** The sequence is a time: that of creation for `in_progress`, and always a later one for the end. */
export function operationChanged(
  operation: Subject,
  status: OperationStatus,
  seq: number,
  { newId, now }: Facts,
): OutgoingEvent {
  const { id, projectId, installationId, mappedObjectName } = operation;
  const payload = { installationId, operationId: id, objectName: mappedObjectName, status, seq };
  return eventOf('operation.changed', { id: newId(), projectId, time: now, payload });
}
