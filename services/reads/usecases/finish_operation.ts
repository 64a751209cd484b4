import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { Stores } from '../domain/stores.ts';
import { operationChanged, readEnded } from './read_events.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; wake: () => void };

export type Outcome =
  /** `startTime`: provider time when the read began; changes after it are the next read's. */
  | { state: 'success'; records: number; startTime: number }
  /** `reason`: one sentence for the builder. */
  | { state: 'failure'; reason: string };

/**
 * Ends an operation in one transaction: result, watermark, log, events, and the turn of the next one. False when the
 * lease was lost; then somebody else ends it.
 */
export function makeFinishOperation({ stores, clock, newId, wake }: Deps) {
  return async function finishOperation(
    operation: ClaimedOperation,
    plan: ReadPlan | null,
    outcome: Outcome,
  ): Promise<boolean> {
    const ended = await stores.transaction(async (s) => {
      const now = clock.now();
      const schedule = await s.schedules.lock(operation);
      const result = resultText(operation, outcome);
      if (!(await s.operations.finish(operation, { state: outcome.state, result, now }))) return false;
      if (outcome.state === 'success' && operation.readType !== 'triggered') {
        await s.schedules.advanceWatermark(operation, outcome.startTime);
      }
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, ...finishedLine(outcome, result) },
      ]);
      await tellEnd(s, operation, { plan: plan ?? schedule?.plan ?? null, outcome, now });
      await s.operations.promote(operation);
      return true;
    });
    if (ended) wake();
    return ended;
  };

  async function tellEnd(
    s: Stores,
    operation: ClaimedOperation,
    end: { plan: ReadPlan | null; outcome: Outcome; now: number },
  ) {
    const facts = { newId, now: end.now };
    const seq = Math.max(end.now, operation.createTime + 1);
    await s.outbox.add(operationChanged(operation, end.outcome.state, seq, facts));
    const error = end.outcome.state === 'failure' ? end.outcome.reason : null;
    const told = end.plan && readEnded(end.plan, operation, error, facts);
    if (told) await s.outbox.add(told);
  }
}

function resultText({ mappedObjectName }: ClaimedOperation, outcome: Outcome): string {
  if (outcome.state === 'failure') return `[${mappedObjectName}] ${outcome.reason}`;
  return outcome.records > 0
    ? `[${mappedObjectName}] ${outcome.records} records read`
    : `[${mappedObjectName}] No new data found`;
}

function finishedLine(outcome: Outcome, result: string) {
  if (outcome.state === 'success') return { severity: 'INFO' as const, msg: `Finished: ${result}` };
  return { severity: 'ERROR' as const, msg: 'Failed.', error: outcome.reason };
}

export type FinishOperation = ReturnType<typeof makeFinishOperation>;
