import { eventOf } from '../../../../lib/events/event.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { OutgoingEvent } from '../../domain/event_stores.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';

type Facts = { newId: NewId; now: number };

/** The event that starts the deliveries of a page's messages. */
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
