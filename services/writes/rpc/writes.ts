import { stringifyJson } from '../../../lib/json/json.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import { logMessage } from '../../../lib/work/log_message.ts';
import { statusOf } from '../../../lib/work/states.ts';
import type { Operation } from '../operations/operation.ts';
import type { UseCases } from '../use_cases.ts';

/** Translates all RPCs of the service `writes` into calls of the use cases. */
export function writeHandlers(useCases: UseCases): ServiceHandlers<'writes'> {
  return {
    async WriteRecords(call, request) {
      const { status, bodyJson, isReplayed } = await useCases.writeRecords(call, request);
      return { status, bodyJson: stringifyJson(bodyJson), isReplayed };
    },
    async GetOperation(_call, { projectId, operationId }) {
      const operation = await useCases.getOperation(projectId, operationId);
      return { ...operationMessage(operation), ...useCases.showBodies(operation) };
    },
    async ListOperations(_call, request) {
      const { operations, nextId } = await useCases.listOperations(request);
      const messages = operations.map((one) => ({ ...operationMessage(one), requestJson: '', responseJson: '' }));
      return { operations: messages, nextId };
    },
    async ListRecordCounts(_call, request) {
      const slots = await useCases.listRecordCounts(request);
      return { counts: slots.map(({ startTime, counts }) => ({ startTime, ...counts })) };
    },
    async ListProxyCounts(_call, request) {
      return { slots: await useCases.listProxyCounts(request) };
    },
    async ListOperationLogs(_call, { projectId, operationId }) {
      const entries = await useCases.listOperationLogs(projectId, operationId);
      return { entries: entries.map((entry) => logMessage(entry, operationId)) };
    },
  };
}

function operationMessage(operation: Operation) {
  const { id, projectId, integrationId, installationId, configId, state, result, mappedObjectName } = operation;
  const { writeType, isAsync, attempts, lastAttemptTime, createTime, updateTime, outcome } = operation;
  const { recordsTotal, recordsWritten, recordsFailed } = operation;
  return {
    ...{ id, projectId, integrationId, installationId, configId, writeType, isAsync, attempts, createTime, updateTime },
    ...{ outcome, recordsTotal, recordsWritten, recordsFailed },
    status: statusOf(state),
    result: result ?? '',
    objectName: mappedObjectName,
    lastAttemptTime: lastAttemptTime ?? 0,
  };
}
