import { type Cadence, cadenceOf } from '../../../../lib/cron/cadence.ts';
import type { FailedReads } from './failed_reads.ts';
import type { PauseCause } from './pause.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';

/**
 * One readable object of one installation: its schedule, its progress, and the sequence of its messages. Its row is
 * also the object's lock: every transaction that starts, ends or commits a read of the object takes it first.
 */
export type Schedule = FailedReads & {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  objectName: string;
  mappedObjectName: string;
  /** Null when the object is only read by trigger. */
  cadence: Cadence | null;
  isPaused: boolean;
  /** Empty when it is not paused. */
  pauseCauses: readonly PauseCause[];
  pauseNote: string;
  /** Provider time at the start of the last read that brought the object up to date, Unix ms. */
  watermark: number;
  /** The lag of the provider's clock at that time, ms. The watermark already includes it. */
  lagMs: number;
  /** The newest backfill; empty when the object was never backfilled. */
  backfillOperationId: string;
  /** How far back its finished backfills reach, Unix ms; 0 for everything, null while none has finished. */
  backfillFrom: number | null;
  /** Since when its lists may be incomplete, and the earliest `since` of those reads (0: everything). Unix ms. */
  incomplete: { time: number; from: number } | null;
  /** Number of requested messages that do not exist yet; only when results are delivered on request. */
  pageCredit: number;
  /** The last known plan, used for events. A read fetches a fresh one. */
  plan: ReadPlan;
};

/** armed: starts when due. The others do not start. */
export type ScheduleState = 'armed' | 'paused' | 'idle';

export function scheduleState({ cadence, isPaused }: { cadence: Cadence | null; isPaused: boolean }): ScheduleState {
  if (isPaused) return 'paused';
  return cadence ? 'armed' : 'idle';
}

/** When a plan's object is read; null when it is disabled or only read by trigger. */
export function cadenceOfPlan({ schedule, disabled }: ReadPlan): Cadence | null {
  return disabled ? null : cadenceOf(schedule);
}

const MAX_JITTER_MS = 60_000;

/**
 * The delay of a schedule's start after its cron tick, ms. It keeps a thousand installations of one integration from
 * starting at once. Fixed per schedule; at most a minute and at most a tenth of the interval.
 */
export function jitterMs(id: string, intervalMs: number): number {
  const limit = Math.min(MAX_JITTER_MS, Math.floor(intervalMs / 10));
  return limit > 0 ? hash(id) % limit : 0;
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
