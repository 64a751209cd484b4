import { type Cadence, cadenceOf, isSameCadence } from '../../../lib/cron/cadence.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { DestinationStore } from '../destinations/destination.ts';
import { inactiveDestination } from '../destinations/destinations.ts';
import { operationFor } from '../operations/new_operation.ts';
import type { OpenOperation } from '../operations/operation.ts';
import { type QueueStores, queueOperation } from '../operations/queue_operation.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';
import { nextStart } from '../schedules/schedules.ts';
import { type DueSweep, type SweepStore, sweepScope } from './sweep.ts';

type Stores = QueueStores & {
  destinations: DestinationStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
};

type Deps = UseCaseContext<Stores> & { wake: () => void };

const BATCH = 20;

/**
 * Runs one round over the due sweeps; any number of replicas may run it. Each sweep is queued like a read of its object
 * and waits for the active operation. A start is skipped and logged when a sweep is unfinished or ten operations are
 * waiting. When the object is paused, the start is skipped without a log line. When the destination is inactive, the
 * sweep starts as soon as the destination is active.
 */
export function makeStartDueSweeps({ stores, clock, newId, wake }: Deps) {
  return async function startDueSweeps(): Promise<boolean> {
    if (!(await stores.sweeps.hasDue())) return false;
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
    if (unfinished) return logSkipped(s, schedule, unfinished, 'this one had not finished');
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
    if (first) await logSkipped(s, schedule, first, 'ten operations of this object are already waiting');
  }

  /** Explains a skipped sweep in the log of the operation that blocks it, because the sweep has no log of its own. */
  async function logSkipped(s: Stores, { projectId }: Schedule, { id }: OpenOperation, why: string): Promise<void> {
    const msg = `A scheduled sweep for deleted records was skipped: ${why}.`;
    await s.logs.add(projectId, id, [{ id: newId(), time: clock.now(), severity: 'INFO', msg }]);
  }
}

type SyncSweepStores = { sweeps: SweepStore };

/**
 * Saves or removes an object's sweep when the plan changed it, in the transaction that saves the schedule. Ids of
 * records are stored only while the object has a sweep.
 */
export async function syncSweep(
  s: SyncSweepStores,
  { plan, before, schedule }: { plan: ReadPlan; before: ReadPlan | undefined; schedule: Schedule },
  dbNow: number,
): Promise<void> {
  const cadence = sweepOf(plan);
  if (isSameCadence(cadence, sweepOf(before))) return;
  if (cadence === null) return s.sweeps.remove(plan);
  const nextTime = nextStart(schedule.id, cadence, dbNow);
  await s.sweeps.save(plan, { id: schedule.id, cadence, nextTime, scope: sweepScope(plan) });
}

function sweepOf(plan: ReadPlan | undefined): Cadence | null {
  return plan === undefined || plan.disabled ? null : cadenceOf(plan.sweepSchedule ?? '');
}
