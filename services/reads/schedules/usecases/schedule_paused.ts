import { eventOf } from '../../../../lib/events/event.ts';
import type { InstallationBlock } from '../../../../lib/events/payloads.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { OutgoingEvent } from '../../domain/event_stores.ts';
import { installationBlock, type ReadPlan } from '../../domain/read_plan.ts';

type Facts = { newId: NewId; now: number };

/** The event for the builder when an object's scheduled reads are paused. */
export function schedulePaused(plan: ReadPlan, note: string, { newId, now }: Facts): OutgoingEvent {
  const config = JSON.parse(plan.configJson || '{}') as object;
  const payload = { ...(installationBlock(plan) as InstallationBlock), config, error: note };
  return eventOf('read.schedule.paused', { id: newId(), projectId: plan.projectId, time: now, payload });
}
