import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { onceAnHour } from '../../../lib/audit/once_an_hour.ts';
import { eventOf } from '../../../lib/events/event.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { statusOf } from '../../../lib/work/states.ts';
import type { Operation, OperationStore, RecordCountStore } from './operation.ts';

type Stores = WithOutbox<{ operations: OperationStore; counts: RecordCountStore }>;
type Deps = UseCaseContext<Stores> & { audit: WriteAuditEntry<'writes'> };

const OPERATIONS_PER_ROUND = 500;

/**
 * Counts ended writes, sends one event per installation about its last write, and adds the callers to the audit log.
 * One transaction handles up to PER_ROUND writes, so that a write itself costs no statement for counts and events.
 * Returns whether there may be more ended writes.
 */
export function makeReportEnded({ stores, audit, clock, newId }: Deps) {
  const callers = onceAnHour();

  return async function reportEnded(): Promise<boolean> {
    if (!(await stores.operations.hasUnreported())) return false;
    const reported = await stores.transaction(async (s) => {
      const ended = await s.operations.lockUnreported(OPERATIONS_PER_ROUND);
      if (ended.length === 0) return ended;
      for (const operation of lastOf(ended)) await s.outbox.add(endedEvent(operation));
      for (const operation of newCallers(ended))
        await audit(
          s.outbox,
          { principal: operation.createdBy },
          { action: 'records.written', ...targetOf(operation) },
        );
      await s.operations.markReported(ended.map(({ id }) => id));
      for (const [projectId, { written, failed }] of sumByProject(ended))
        await s.counts.add(projectId, clock.now(), { ...(written > 0 && { written }), ...(failed > 0 && { failed }) });
      return ended;
    });
    for (const operation of newCallers(reported)) callers.note(callerOf(operation), clock.now());
    return reported.length === OPERATIONS_PER_ROUND;
  };

  function endedEvent({ id, projectId, installationId, mappedObjectName, state, createTime, updateTime }: Operation) {
    const payload = {
      installationId,
      operationId: id,
      objectName: mappedObjectName,
      status: statusOf(state),
      seq: Math.max(updateTime, createTime + 1),
    };
    return eventOf('write.operation.ended', { id: newId(), projectId, time: updateTime, payload });
  }

  /** Returns one operation for each caller and object without an audit entry in this hour. */
  function newCallers(ended: readonly Operation[]): Operation[] {
    const due = ended.filter((operation) => callers.isDue(callerOf(operation), clock.now()));
    return [...new Map(due.map((operation) => [callerOf(operation).join(), operation])).values()];
  }
}

function callerOf({ createdBy, installationId, objectName }: Operation): [string, string] {
  return [createdBy, `${installationId}/${objectName}`];
}

function targetOf({ projectId, installationId, mappedObjectName, writeType }: Operation) {
  return { projectId, targetId: installationId, targetName: mappedObjectName, fields: [writeType] };
}

function lastOf(ended: readonly Operation[]): Operation[] {
  const inOrder = ended.toSorted((one, other) => one.updateTime - other.updateTime);
  return [...new Map(inOrder.map((operation) => [operation.installationId, operation])).values()];
}

function sumByProject(ended: readonly Operation[]): Map<string, { written: number; failed: number }> {
  const found = new Map<string, { written: number; failed: number }>();
  for (const { projectId, recordsWritten, recordsFailed } of ended) {
    const sum = found.get(projectId) ?? { written: 0, failed: 0 };
    found.set(projectId, { written: sum.written + recordsWritten, failed: sum.failed + recordsFailed });
  }
  return found;
}
