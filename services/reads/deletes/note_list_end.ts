import { eventOf } from '../../../lib/events/event.ts';
import type { ChangeMoment, ClockAndIds, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { ClaimedOperation } from '../operations/operation.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';

type Stores = WithOutbox<{ schedules: ScheduleStore }>;

/**
 * Begins and ends the health reason `incompleteList` of an object, in the transaction that ends a read. The reason
 * begins with a read that may have missed records. It ends with a complete read that reaches at least as far back. For
 * example, a read of the latest changes does not recover the records that a backfill missed.
 */
export function makeNoteListEnd({ newId }: ClockAndIds) {
  return async function noteListEnd(
    s: Stores,
    schedule: Schedule,
    operation: ClaimedOperation,
    now: number,
  ): Promise<void> {
    const { doubt, readType, replay } = operation;
    if (replay || readType === 'sweep' || doubt === null) return;
    if (doubt !== '') await beginReason(s, schedule, operation, { newId, now });
    else if (coversIncomplete(operation, schedule)) await endIncomplete(s, schedule, { newId, now });
  };
}

async function beginReason(
  s: Stores,
  schedule: Schedule,
  operation: ClaimedOperation,
  facts: ChangeMoment,
): Promise<void> {
  const { time, from } = schedule.incomplete ?? { time: facts.now, from: Number.POSITIVE_INFINITY };
  await s.schedules.setIncomplete(schedule, { time, from: Math.min(from, operation.sinceTime ?? 0) });
  const detail = `The list of ${schedule.mappedObjectName} may be incomplete. ${operation.doubt}`;
  await reportReason(s, schedule, { level: 'warning', detail, since: time }, facts);
}

/** Ends the health reason, if the object has it. */
export async function endIncomplete(s: Stores, schedule: Schedule, facts: ChangeMoment): Promise<void> {
  if (schedule.incomplete === null) return;
  await s.schedules.setIncomplete(schedule, null);
  await reportReason(
    s,
    schedule,
    { level: null, detail: '', since: Math.max(facts.now, schedule.incomplete.time) },
    facts,
  );
}

/**
 * Writes the event that begins or ends the reason. The caller holds the object's lock. `seq` in the event is a time,
 * Unix ms: the event that ends a reason has a later time than the event that began it.
 */
async function reportReason(
  s: Stores,
  { projectId, installationId, objectName }: Schedule,
  reason: { level: 'warning' | null; detail: string; since: number },
  { newId, now }: ChangeMoment,
): Promise<void> {
  const seq = Math.max(now, reason.since + 1);
  const payload = { installationId, objectName, code: 'incompleteList', ...reason, seq };
  await s.outbox.add(eventOf('installation.health.reported', { id: newId(), projectId, time: now, payload }));
}

/** Whether a complete read asked for everything that may be missing. */
function coversIncomplete({ sinceTime, untilTime }: ClaimedOperation, { incomplete }: Schedule): boolean {
  return incomplete !== null && untilTime === null && (sinceTime ?? 0) <= incomplete.from;
}

export type NoteListEnd = ReturnType<typeof makeNoteListEnd>;
