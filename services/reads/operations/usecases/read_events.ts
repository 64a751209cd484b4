import { eventOf } from '../../../../lib/events/event.ts';
import type { InstallationBlock } from '../../../../lib/events/payloads.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { toIso } from '../../../../lib/time/iso.ts';
import type { OperationStatus } from '../../../../lib/operation/operation_status.ts';
import { installationBlock, type ReadPlan } from '../../domain/read_plan.ts';
import type { OutgoingEvent } from '../../domain/event_stores.ts';

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

export function pageCommitted(
  plan: ReadPlan,
  operationId: string,
  messages: readonly { id: string; sequence: number }[],
  { newId, now }: Facts,
): OutgoingEvent {
  const { projectId, installationId, groupRef, mappedObjectName, destinationName, destinationId } = plan;
  const messageIds = messages.map(({ id }) => id);
  const sequences = messages.map(({ sequence }) => sequence);
  const to = {
    installationId,
    groupRef,
    objectName: mappedObjectName,
    operationId,
    destinationName,
    ...(destinationId && { destinationId }),
  };
  const payload = { ...to, messageIds, sequences };
  return eventOf('read.page.committed', { id: newId(), projectId, time: now, payload });
}

export type Ended = {
  replay?: object | null;
  readType: string;
  sinceTime: number | null;
  untilTime: number | null;
  createTime: number;
};

/** The event for the builder at the end of a read; null for scheduled reads, failed backfills and replays. */
export function readEnded(
  plan: ReadPlan,
  ended: Ended,
  error: string | null,
  { newId, now }: Facts,
): OutgoingEvent | null {
  if (ended.replay) return null;
  const facts = { id: newId(), projectId: plan.projectId, time: now };
  const block = installationBlock(plan) as InstallationBlock;
  if (ended.readType === 'triggered') {
    const payload = { ...block, ...spanOf(plan, ended) };
    if (error === null) return eventOf('read.triggered.done', { ...facts, payload });
    return eventOf('read.triggered.error', { ...facts, payload: { ...payload, error } });
  }
  if (ended.readType !== 'backfill' || error !== null) return null;
  return eventOf('read.backfill.done', { ...facts, payload: { ...block, objectName: plan.mappedObjectName } });
}

/** Without a start the range begins at the epoch; without an end it goes up to the time of the request. */
function spanOf({ mappedObjectName }: ReadPlan, { sinceTime, untilTime, createTime }: Ended) {
  return {
    objectName: mappedObjectName,
    fromTimestamp: toIso(sinceTime ?? 0),
    untilTimestamp: toIso(untilTime ?? createTime),
  };
}

export function schedulePaused(plan: ReadPlan, note: string, { newId, now }: Facts): OutgoingEvent {
  const config = JSON.parse(plan.configJson || '{}') as object;
  const payload = { ...(installationBlock(plan) as InstallationBlock), config, error: note };
  return eventOf('read.schedule.paused', { id: newId(), projectId: plan.projectId, time: now, payload });
}
