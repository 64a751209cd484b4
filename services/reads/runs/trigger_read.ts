import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import { fromIso } from '../../../lib/time/iso.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { stateOfNewOperation } from '../../../lib/work/states.ts';
import { type DestinationStore, inactiveDestinationProblem } from '../destinations/destination.ts';
import { inactiveDestination } from '../destinations/destinations.ts';
import type { InstallationClient } from '../installation.ts';
import { type NewOperation, operationFor } from '../operations/new_operation.ts';
import { MAX_WAITING_PER_OBJECT } from '../operations/operation.ts';
import { type QueueStores, queueFull, queueOperation } from '../operations/queue_operation.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import { lockObject } from '../schedules/schedules.ts';

type Stores = QueueStores & {
  destinations: DestinationStore;
  schedules: ScheduleStore;
};

type Deps = UseCaseContext<Stores> & { installation: InstallationClient; wake: () => void };

type TriggerRequest = {
  projectId: string;
  integrationId: string;
  objectName: string;
  groupRef: string;
  /** RFC 3339; empty when omitted. */
  sinceTimestamp: string;
  untilTimestamp: string;
};

/**
 * Queues a read on demand and returns its id. The read runs even while scheduled reads are paused. Throws
 * invalidArgument, notFound, and conflict when the destination is inactive or (retryable) ten operations of the object
 * are waiting.
 */
export function makeTriggerRead({ stores, installation, clock, newId, wake }: Deps) {
  return async function triggerRead(request: TriggerRequest): Promise<string> {
    const span = spanOf(request);
    const { projectId, integrationId, groupRef, objectName } = request;
    const plan = await installation.findPlan({ projectId, integrationId, groupRef, objectName });
    const destination = await inactiveDestination(stores, plan);
    if (destination) throw inactiveDestinationProblem(destination);
    const operation: NewOperation = {
      ...operationFor(plan),
      ...span,
      id: newId(),
      readType: 'triggered',
      createTime: clock.now(),
    };
    // This check is without the lock, so that a refusal does not wait for it. queueOperation repeats the check under
    // the lock.
    if (!stateOfNewOperation(await stores.operations.listOpen(operation), MAX_WAITING_PER_OBJECT))
      throw queueFull(clock.now());
    const isQueued = await stores.transaction(async (s) => {
      await lockObject(s, plan, { newId, now: operation.createTime });
      return queueOperation(s, operation, newId);
    });
    if (!isQueued) throw queueFull(clock.now());
    wake();
    return operation.id;
  };
}

function spanOf({ sinceTimestamp, untilTimestamp }: TriggerRequest): {
  sinceTime: number | null;
  untilTime: number | null;
} {
  const sinceTime = sinceTimestamp === '' ? null : fromIso(sinceTimestamp);
  const untilTime = untilTimestamp === '' ? null : fromIso(untilTimestamp);
  const issues: Issue[] = [];
  if (sinceTimestamp !== '' && sinceTime === null) issues.push(noTime('sinceTimestamp', sinceTimestamp));
  if (untilTimestamp !== '' && untilTime === null) issues.push(noTime('untilTimestamp', untilTimestamp));
  if (sinceTime !== null && untilTime !== null && sinceTime > untilTime) {
    issues.push({
      in: 'body',
      name: 'sinceTimestamp',
      detail: 'Must not be later than untilTimestamp.',
      value: sinceTimestamp,
    });
  }
  if (issues.length > 0) throw new Problem('invalidArgument', 'The time range of the read is invalid.', { issues });
  return { sinceTime, untilTime };
}

function noTime(name: string, value: string): Issue {
  return {
    in: 'body',
    name,
    detail: 'Must be an RFC 3339 time, such as 2026-01-02T03:04:05Z.',
    value: value.slice(0, 64),
  };
}
