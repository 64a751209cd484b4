import { eventOf } from '../../../../lib/events/event.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { OutgoingEvent } from '../../domain/event_stores.ts';

/** The reason names the object as the provider does. */
type Subject = { projectId: string; installationId: string; objectName: string };

/** A reason for the health of an installation that reads knows. `level` null: it ended. */
export type HealthReason = {
  code: 'destinationDisabled' | 'recordsHeld' | 'recordsUndelivered';
  level: 'error' | 'warning' | null;
  detail: string;
};

export function healthReported(
  { projectId, installationId, objectName }: Subject,
  reason: HealthReason,
  { newId, now }: { newId: NewId; now: number },
): OutgoingEvent {
  const payload = { installationId, objectName, ...reason, since: now, seq: now };
  return eventOf('installation.health.reported', { id: newId(), projectId, time: now, payload });
}
