import { hashedKey } from '../../../lib/ids/hashed_key.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import { type IdempotencyKeyRef, type IdempotencyKeyStore, KEY_RETENTION_MS } from '../idempotency/idempotency_key.ts';
import type { OperationStore } from '../operations/operation.ts';
import { newOperation } from './new_operation.ts';
import type { ReserveOpenRecords } from './open_records.ts';
import type { QueuedRecordStore } from './queued_record.ts';
import { jobOf, type WriteRequest, type WriteSeals } from './write_request.ts';

type Stores = {
  operations: OperationStore;
  queuedRecords: QueuedRecordStore;
  idempotencyKeys: IdempotencyKeyStore;
  logs: LogStore;
};
type Deps = UseCaseContext<Stores> & { reserveOpenRecords: ReserveOpenRecords; seals: WriteSeals; wake: () => void };
type RequestOrigin = { call: Call; key: IdempotencyKeyRef | null; deadlineHours: number };

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 1;

/**
 * Stores an asynchronous write before its answer is sent: a row of the operation, and its records in the queue. Throws
 * rateLimited when the project has too many open records.
 */
export function makeQueueWrite({ stores, reserveOpenRecords, seals, clock, newId, wake }: Deps) {
  return async function queueWrite(request: WriteRequest, { call, key, deadlineHours }: RequestOrigin) {
    await reserveOpenRecords(request.plan.projectId, request.records.length);
    const now = clock.now();
    const deadlineMs = (deadlineHours || DEFAULT_HOURS) * HOUR_MS;
    const operation = newOperation(request, {
      id: newId(),
      isAsync: true,
      createdBy: call.principal,
      deadlineTime: now + deadlineMs,
      now,
    });
    const { id: operationId, projectId, installationId } = operation;
    const body: JsonObject = { operationId };
    const records = request.records.map((_record, position) => {
      const id = newId();
      const { id: recordId } = jobOf(request, position, operationId);
      return {
        id,
        projectId,
        installationId,
        operationId,
        position,
        orderKey: orderKey(request, id, recordId),
        createTime: now,
      };
    });
    const sealedRequest = seals.request.seal(operation, request);
    const answer = {
      status: 200,
      sealedBody: seals.response.seal(operation, body),
      keepMs: deadlineMs + KEY_RETENTION_MS,
    };
    const what = `${records.length} ${records.length === 1 ? 'record' : 'records'}`;
    await stores.transaction(async (s) => {
      await s.operations.insert({ ...operation, sealedRequest, sealedResponse: null });
      if (key) {
        await s.idempotencyKeys.bind(key, operationId);
        await s.idempotencyKeys.answer(operation, answer);
      }
      await s.queuedRecords.insertAll(records);
      await s.logs.add(projectId, operationId, [
        { id: newId(), time: now, severity: 'INFO', msg: `Accepted: ${what} to ${request.type}.` },
      ]);
    });
    wake();
    return { status: 200, bodyJson: body, isReplayed: false };
  };
}

export type QueueWrite = ReturnType<typeof makeQueueWrite>;

/** The key that orders writes of the same record. Each create has its own key, because creates need no order. */
function orderKey({ plan, type }: WriteRequest, rowId: string, recordId: string | undefined): string {
  if (type === 'create' || recordId === undefined) return `create:${rowId}`;
  return hashedKey(`${plan.connectionId}/${plan.objectName}/${recordId}`);
}
