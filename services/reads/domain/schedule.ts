import type { FailedReads } from './failed_reads.ts';
import type { PauseCause } from './pause.ts';
import type { ReadPlan } from './read_plan.ts';

/**
 * One readable object of one installation: when it is read by itself, how far its reads have come, and the sequence of
 * its messages. Its row is also the object's lock: whoever starts, ends or commits a read of the object takes it first.
 */
export type Schedule = FailedReads & {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  objectName: string;
  mappedObjectName: string;
  /** Five-field cron in UTC; empty when the object is only read by trigger. */
  cron: string;
  isPaused: boolean;
  /** Why; empty when it is not paused. */
  pauseCauses: readonly PauseCause[];
  pauseNote: string;
  /** Provider time at the start of the last read that brought the object up to date, Unix ms. */
  watermark: number;
  /** How far the provider's clock was behind then; the watermark allows for it. Ms. */
  lagMillis: number;
  /** The newest; empty while the object was never backfilled. */
  backfillOperationId: string;
  /** How far back its finished backfills reach, Unix ms; 0 for everything, null while none has finished. */
  backfillFrom: number | null;
  /** How many messages were asked for and are not there yet; only where results are delivered on request. */
  pageCredit: number;
  /** The plan as last told, for events; a read asks for a fresh one. */
  plan: ReadPlan;
};

/** armed: starts by itself when due. The others don't. */
export type ScheduleState = 'armed' | 'paused' | 'idle';

export function scheduleState({ cron, isPaused }: { cron: string; isPaused: boolean }): ScheduleState {
  if (isPaused) return 'paused';
  return cron ? 'armed' : 'idle';
}

/** The cron by which a plan starts by itself. */
export function cronOf({ schedule, disabled }: ReadPlan): string {
  return disabled ? '' : schedule;
}

const MAX_SPREAD_MILLIS = 60_000;

/**
 * How far behind its tick a schedule starts, so that a thousand installations of one integration do not start as one.
 * Fixed for each schedule; at most a minute and a tenth of the interval.
 */
export function spreadMillis(id: string, intervalMillis: number): number {
  const limit = Math.min(MAX_SPREAD_MILLIS, Math.floor(intervalMillis / 10));
  return limit > 0 ? hash(id) % limit : 0;
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
