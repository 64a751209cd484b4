import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import {
  DESTINATION_RECHECK_MS,
  type Destination,
  type DestinationStore,
  inactiveText,
  type PlanDestination,
} from '../destinations/destination.ts';
import { inactiveDestination } from '../destinations/destinations.ts';
import type { ClaimedOperation, OperationStore } from '../operations/operation.ts';
import type { ReadRun } from '../pages/pages_to_commit.ts';
import { planOf, type ReadPlan } from '../read_plan.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';

type Stores = { destinations: DestinationStore; schedules: ScheduleStore; operations: OperationStore; logs: LogStore };

type Deps = UseCaseContext<Stores> & { wake: () => void };

/**
 * `goOn`: the operation may run. `wait`: its destination is inactive. `redirected`: the object has another destination,
 * which is active.
 */
type DestinationCheck =
  | { kind: 'goOn' }
  | { kind: 'wait'; destination: Destination }
  | { kind: 'redirected'; from: Destination; plan: ReadPlan };

const CONTINUE_READ: DestinationCheck = { kind: 'goOn' };

/**
 * Lets an operation wait while its destination is inactive; see destinations/destination.ts. The operation keeps its
 * position and leaves the object's queue. A triggered read continues, because a caller requested it; its messages are
 * held. If the object gets another destination meanwhile, the operation continues with the new destination.
 */
export function makeAwaitDestination({ stores, clock, newId, wake }: Deps) {
  /** `frozen`: the plan of the operation; null before the first start. A replay never waits here. */
  async function checkDestination(
    s: Stores,
    operation: ClaimedOperation,
    frozen: ReadPlan | null,
  ): Promise<DestinationCheck> {
    if (operation.replay) return CONTINUE_READ;
    const current = (await s.schedules.lock(operation))?.plan;
    const plan = frozen ?? current;
    const destination = plan && (await inactiveDestination(s, plan));
    if (!destination) return CONTINUE_READ;
    if (frozen && current && !isSame(frozen, current) && !(await inactiveDestination(s, current)))
      return { kind: 'redirected', from: destination, plan: withDestination(frozen, current) };
    return operation.readType === 'triggered' ? CONTINUE_READ : { kind: 'wait', destination };
  }

  /** Returns the operation to start; null when the operation now waits, or its lease was lost. */
  async function beforeStart(operation: ClaimedOperation): Promise<ClaimedOperation | null> {
    if (!(await stores.destinations.hasInactive(operation.projectId))) return operation;
    const frozen = operation.planJson === null ? null : planOf(operation.planJson);
    const found = await stores.transaction((s) => checkDestination(s, operation, frozen));
    if (found.kind === 'goOn') return operation;
    if (found.kind === 'wait') return wait(operation, frozen);
    return redirect(operation, found);
  }

  /**
   * Runs between two pages. `run`: the run to continue with; null when its lease was lost. `mustWait`: whether the
   * operation has to wait after the page in flight is committed.
   */
  async function betweenPages(run: ReadRun): Promise<{ run: ReadRun | null; mustWait: boolean }> {
    if (!(await inactiveDestination(stores, run.plan))) return { run, mustWait: false };
    const found = await stores.transaction((s) => checkDestination(s, run.operation, run.plan));
    if (found.kind !== 'redirected') return { run, mustWait: found.kind === 'wait' };
    const operation = await redirect(run.operation, found);
    return { run: operation && { ...run, operation, plan: found.plan }, mustWait: false };
  }

  /** Changes the destination of the operation. Returns null when the lease was lost. */
  async function redirect(
    operation: ClaimedOperation,
    { from, plan }: Extract<DestinationCheck, { kind: 'redirected' }>,
  ): Promise<ClaimedOperation | null> {
    const planJson = JSON.stringify(plan);
    if (!(await stores.operations.replan(operation, planJson))) return null;
    const msg = `${inactiveText(from)}. The read goes on to the destination ${plan.destinationName}.`;
    await stores.logs.add(operation.projectId, operation.id, [
      { id: newId(), time: clock.now(), severity: 'WARNING', msg },
    ]);
    return { ...operation, planJson };
  }

  /**
   * Takes the operation out of the queue. Returns the operation when it does not have to wait any more: under the
   * object's lock, the destination cannot change between the check and the wait.
   */
  async function wait(operation: ClaimedOperation, frozen: ReadPlan | null): Promise<ClaimedOperation | null> {
    const { pageSeq } = operation;
    const found = await stores.transaction(async (s) => {
      const now = clock.now();
      const still = await checkDestination(s, operation, frozen);
      if (still.kind !== 'wait') return still;
      const detail = `${inactiveText(still.destination)}. The read goes on when ${endOf(still.destination)}.`;
      const isHeld = await s.operations.awaitDestination(operation, {
        destinationId: still.destination.id,
        detail,
        waitMs: DESTINATION_RECHECK_MS,
        now,
      });
      if (!isHeld) return still;
      const place = pageSeq > 0 ? ` after page ${pageSeq}` : '';
      const msg = `Waiting${place}: ${detail}`;
      await s.logs.add(operation.projectId, operation.id, [{ id: newId(), time: now, severity: 'WARNING', msg }]);
      await s.operations.promote(operation);
      return still;
    });
    if (found.kind === 'redirected') return redirect(operation, found);
    if (found.kind === 'goOn') return operation;
    wake();
    return null;
  }

  return { beforeStart, betweenPages, wait };
}

function isSame(one: PlanDestination, other: PlanDestination): boolean {
  return one.destinationName === other.destinationName && (one.destinationId ?? '') === (other.destinationId ?? '');
}

function withDestination(plan: ReadPlan, { destinationName, destinationId }: ReadPlan): ReadPlan {
  return { ...plan, destinationName, ...(destinationId !== undefined && { destinationId }) };
}

/** The condition that ends the wait, as the end of a sentence. */
function endOf({ status }: Destination): string {
  return status === 'deleted' ? 'its object names another one' : 'it is active';
}

export type AwaitDestination = ReturnType<typeof makeAwaitDestination>;
