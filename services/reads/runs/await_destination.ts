import type { Transacting } from '../../../lib/db/transacting.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import {
  blockedText,
  type Destination,
  type DestinationStore,
  LOOK_AGAIN_MS,
  type PlanDestination,
} from '../destinations/destination.ts';
import { inactiveDestination } from '../destinations/destinations.ts';
import type { ClaimedOperation, OperationStore } from '../operations/operation.ts';
import { planOf, type ReadPlan } from '../read_plan.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';

type Stores = { destinations: DestinationStore; schedules: ScheduleStore; operations: OperationStore; logs: LogStore };

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; wake: () => void };

/**
 * Lets an operation wait while its destination is inactive; see destinations/destination.ts. The operation keeps its position
 * and leaves the object's queue. A triggered read continues, because it was requested; its messages are held.
 */
export function makeAwaitDestination({ stores, clock, newId, wake }: Deps) {
  /** The destination that the operation has to wait for; null for none. */
  async function awaited(
    operation: Pick<ClaimedOperation, 'projectId' | 'readType' | 'replay'>,
    plan: PlanDestination,
  ): Promise<Destination | null> {
    if (operation.readType === 'triggered' || operation.replay) return null;
    return inactiveDestination(stores, plan);
  }

  /** The operation to start; null when it waits now, or its lease was lost. */
  async function beforeStart(operation: ClaimedOperation): Promise<ClaimedOperation | null> {
    if (operation.readType === 'triggered' || operation.replay) return operation;
    if (!(await stores.destinations.hasBlocking(operation.projectId))) return operation;
    const frozen = operation.planJson === null ? null : planOf(operation.planJson);
    const current = (await stores.transaction((s) => s.schedules.lock(operation)))?.plan;
    const plan = frozen ?? current;
    const destination = plan && (await inactiveDestination(stores, plan));
    if (!destination) return operation;
    if (frozen && current && !(await inactiveDestination(stores, current))) return redirect(operation, frozen, current);
    await wait(operation, destination);
    return null;
  }

  /** The object has another destination now, and the destination of the frozen plan is inactive. */
  async function redirect(
    operation: ClaimedOperation,
    frozen: ReadPlan,
    current: ReadPlan,
  ): Promise<ClaimedOperation | null> {
    const { destinationName, destinationId } = current;
    const planJson = JSON.stringify({
      ...frozen,
      destinationName,
      ...(destinationId !== undefined && { destinationId }),
    });
    return (await stores.operations.replan(operation, planJson)) ? { ...operation, planJson } : null;
  }

  /** Takes the operation out of the queue. */
  async function wait(operation: ClaimedOperation, destination: Destination): Promise<void> {
    const { pageSeq } = operation;
    await stores.transaction(async (s) => {
      const now = clock.now();
      await s.schedules.lock(operation);
      const isHeld = await s.operations.awaitDestination(operation, {
        destinationId: destination.id,
        waitMs: LOOK_AGAIN_MS,
        now,
      });
      if (!isHeld) return;
      const place = pageSeq > 0 ? ` after page ${pageSeq}` : '';
      const msg = `Waiting${place}: ${blockedText(destination)}. The read goes on when it is active.`;
      await s.logs.add(operation.projectId, operation.id, [{ id: newId(), time: now, severity: 'WARNING', msg }]);
      await s.operations.promote(operation);
    });
    wake();
  }

  return { awaited, beforeStart, wait };
}

export type AwaitDestination = ReturnType<typeof makeAwaitDestination>;
