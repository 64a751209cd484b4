import { eventOf } from '../../../../lib/events/event.ts';
import type { InstallationBlock } from '../../../../lib/events/payloads.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { toIso } from '../../../../lib/time/iso.ts';
import type { OutgoingEvent } from '../../domain/event_stores.ts';
import { installationBlock, type ReadPlan } from '../../domain/read_plan.ts';

type Facts = { newId: NewId; now: number };
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
