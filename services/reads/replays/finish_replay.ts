import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { ClaimedOperation, FinishOperation, OperationStore } from '../operations/operation.ts';
import { operationChanged } from '../operations/queue_operation.ts';
import { replayText } from '../operations/replay.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import { NO_DIFFERENCE, type ReplayStore } from './replay.ts';

type Stores = WithOutbox<{
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  replays: ReplayStore;
}>;

type Deps = Given<Stores> & { wake: () => void };

/**
 * Ends a replay: its result, its log, and the promotion of the next operation if it was in the object's queue. Changes
 * neither watermark nor failure counts, because it reads old pages.
 */
export function makeFinishReplay({ stores, clock, newId, wake }: Deps): FinishOperation {
  return async function finishReplay(operation, _plan, outcome) {
    const { projectId, id, createTime, mappedObjectName } = operation;
    const ended = await stores.transaction(async (s) => {
      const now = clock.now();
      await s.schedules.lock(operation);
      const text = outcome.state === 'success' ? await difference(s, operation) : outcome.reason;
      const result = `[${mappedObjectName}] ${text}`;
      if (!(await s.operations.finish(operation, { state: outcome.state, result, now }))) return false;
      const line =
        outcome.state === 'success'
          ? { severity: 'INFO' as const, msg: `Finished: ${result}` }
          : { severity: 'ERROR' as const, msg: 'Failed.', error: outcome.reason };
      await s.logs.add(projectId, id, [{ id: newId(), time: now, ...line }]);
      if (!operation.replay?.delivers) return true;
      await s.outbox.add(operationChanged(operation, outcome.state, Math.max(now, createTime + 1), { newId, now }));
      await s.operations.promote(operation);
      return true;
    });
    if (ended) wake();
    return ended;
  };
}

async function difference(s: Stores, { projectId, id }: ClaimedOperation): Promise<string> {
  return replayText((await s.replays.find(projectId, id))?.difference ?? NO_DIFFERENCE);
}
