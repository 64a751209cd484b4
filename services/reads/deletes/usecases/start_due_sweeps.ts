import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { OpenOperation, OperationStore } from '../../operations/domain/operation_store.ts';
import type { Schedule } from '../../schedules/domain/schedule.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { LogStore } from '../../../../lib/work/domain/operation_log.ts';
import type { OutboxStore } from '../../domain/event_stores.ts';
import type { DueSweep, SweepStore } from '../domain/sweep_store.ts';
import { inactiveDestination } from '../../destinations/usecases/inactive_destination.ts';
import { nextStart } from '../../schedules/usecases/next_start.ts';
import { queueOperation } from '../../operations/usecases/queue_operation.ts';
import { sweepScope } from '../domain/sweep_scope.ts';
import { operationFor } from '../../operations/domain/new_operation.ts';

type Stores = {
  destinations: DestinationStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  outbox: OutboxStore;
};

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; wake: () => void };

const BATCH = 20;

/**
 * One round over the due sweeps; any number of replicas run it. Each sweep is queued like a read of its object and
 * waits for the active one. A tick is skipped and logged when a sweep is unfinished or ten operations are waiting. It
 * is skipped without a log line when the object is paused, and made up later when the destination is inactive.
 */
export function makeStartDueSweeps({ stores, clock, newId, wake }: Deps) {
  return async function startDueSweeps(): Promise<boolean> {
    const due = await stores.transaction(async (s) => {
      const claimed = await s.sweeps.claimDue(BATCH);
      const dbNow = claimed.length > 0 ? await s.schedules.now() : 0;
      for (const sweep of claimed) await startOne(s, sweep, dbNow);
      return claimed.length;
    });
    if (due > 0) wake();
    return due === BATCH;
  };

  async function startOne(s: Stores, due: DueSweep, dbNow: number): Promise<void> {
    await s.sweeps.setNextTime(due, nextStart(due.id, due.cadence, dbNow));
    const schedule = await s.schedules.lock(due);
    if (!schedule || schedule.isPaused) return;
    if (await inactiveDestination(s, schedule.plan)) return s.sweeps.noteMissed(due);
    const open = await s.operations.listOpen(schedule);
    const unfinished = open.find(({ readType }) => readType === 'sweep');
    if (unfinished) return sayLeftOut(s, schedule, unfinished, 'this one had not finished');
    const operation = {
      ...operationFor(schedule.plan),
      id: newId(),
      readType: 'sweep' as const,
      sinceTime: null,
      untilTime: null,
      createTime: clock.now(),
    };
    if (await queueOperation(s, operation, newId)) return s.sweeps.begin(due, sweepScope(schedule.plan));
    const [first] = open;
    if (first) await sayLeftOut(s, schedule, first, 'ten operations of this object are already waiting');
  }

  /** Explains a skipped sweep in the log of the operation that blocks it, because the sweep has no log of its own. */
  async function sayLeftOut(s: Stores, { projectId }: Schedule, { id }: OpenOperation, why: string): Promise<void> {
    const msg = `A scheduled sweep for deleted records was skipped: ${why}.`;
    await s.logs.add(projectId, id, [{ id: newId(), time: clock.now(), severity: 'INFO', msg }]);
  }
}
