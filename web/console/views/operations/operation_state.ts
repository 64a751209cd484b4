import type { Schema } from '../../../api/contract.ts';
import { wordOf } from '../../../ui/state_words.ts';

type Operation = Pick<Schema<'Operation'>, 'actionType' | 'status' | 'metadata' | 'createTime' | 'updateTime'>;
type State = { word: string; tone?: string };

const TRIGGERS: Readonly<Record<string, string>> = {
  backfill: 'first read (backfill)',
  scheduled: 'scheduled',
  triggered: 'asked for',
  sweep: 'sweep for deleted records',
};

/** The trigger of an operation. */
export function triggerText({ actionType, metadata }: Operation): string {
  if (metadata?.replay) return 'replay';
  if (actionType !== 'read') return 'asked for';
  return metadata?.readType ? wordOf(TRIGGERS, metadata.readType) : '';
}

/**
 * The outcome of an operation. A read can succeed before its records are delivered, so its word includes the delivery.
 */
export function operationState({ actionType, status, metadata }: Operation): State {
  const { progress, replay } = metadata ?? {};
  if (status !== 'success' || actionType !== 'read' || !progress) return { word: status };
  if (replay && !replay.delivers) return { word: 'compared', tone: 'good' };
  const { recordsProcessed, recordsPending = 0, recordsHeld = 0, recordsUndelivered = 0 } = progress;
  if (recordsProcessed === 0) return { word: 'nothing new', tone: '' };
  // Operations of versions that did not count deliveries have no delivery counts.
  if (progress.recordsDelivered === undefined) return { word: status };
  if (recordsHeld > 0) return { word: 'read, held', tone: 'warn' };
  if (recordsPending > 0) return { word: 'read, not delivered yet', tone: 'warn' };
  return recordsUndelivered > 0 ? { word: 'read, partly undelivered', tone: 'bad' } : { word: 'delivered' };
}

/**
 * The time from the start of the wait in the queue to the end, or to `now` while it runs, in ms; null when unknown.
 * `now`: Unix ms.
 */
export function durationOf({ status, createTime, updateTime }: Operation, now: number): number | null {
  if (!createTime) return null;
  const end = status === 'in_progress' ? now : Date.parse(updateTime ?? '');
  return Number.isNaN(end) ? null : Math.max(0, end - Date.parse(createTime));
}

const REASONS: Readonly<Record<string, string>> = {
  credentials: 'waits for credentials',
  rateLimit: "waits for the provider's limit",
  provider: 'waits for the provider',
  destination: 'waits for its destination',
  causeway: 'waits for Causeway',
  disabled: 'waits: its object is disabled',
  operation: 'waits for another operation',
  capacity: 'waits for its turn',
};

/** The cause of an operation's wait in a few words; undefined when it does not wait. */
export function waitText({ waitingFor }: Pick<Schema<'Operation'>, 'waitingFor'>): string | undefined {
  return waitingFor && wordOf(REASONS, waitingFor.reason);
}
