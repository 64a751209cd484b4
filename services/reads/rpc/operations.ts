import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import { logMessage } from '../../../lib/work/log_message.ts';
import { statusOf } from '../../../lib/work/states.ts';
import { isComplete, type Operation } from '../operations/operation.ts';
import type { FoundOperation } from '../operations/operation_logs.ts';
import type { UseCases } from '../use_cases.ts';

type OperationRpcs =
  | 'GetOperation'
  | 'ListOperations'
  | 'ListOperationLogs'
  | 'ListRecordCounts'
  | 'GetBackfillProgress'
  | 'ReplayOperation';

/** Translates RPCs about operations into calls of the use cases. */
export function operationHandlers(useCases: UseCases): Pick<ServiceHandlers<'reads'>, OperationRpcs> {
  return {
    GetOperation: async (_call, { projectId, operationId }) =>
      operationMessage(await useCases.getOperation(projectId, operationId)),
    async ListOperations(_call, request) {
      const { operations, nextPageToken } = await useCases.listOperations(request);
      return { operations: operations.map(operationMessage), nextPageToken };
    },
    async ListOperationLogs(_call, { projectId, operationId }) {
      const entries = await useCases.listOperationLogs(projectId, operationId);
      return { entries: entries.map((entry) => logMessage(entry, operationId)) };
    },
    async ListRecordCounts(_call, request) {
      const slots = await useCases.listRecordCounts(request);
      return { counts: slots.map(({ startTime, counts }) => ({ startTime, ...counts })) };
    },
    async GetBackfillProgress(_call, { projectId, ...query }) {
      const { id, installationId, mappedObjectName, ...progress } = await useCases.getBackfillProgress(
        projectId,
        query,
      );
      return { ...progressOf(progress), operationId: id, installationId, objectName: mappedObjectName };
    },
    ReplayOperation: async (call, { projectId, operationId, config, deliver }) => ({
      operationId: await useCases.startReplay(
        {
          projectId,
          operationId,
          config: config === 'current' ? 'current' : 'same',
          delivers: deliver,
        },
        call,
      ),
    }),
  };
}

function operationMessage(operation: FoundOperation & { messageIds?: string[] }) {
  const {
    id,
    projectId,
    integrationId,
    installationId,
    configId,
    state,
    result,
    mappedObjectName,
    readType,
    attempts,
  } = operation;
  return {
    id,
    projectId,
    integrationId,
    installationId,
    configId,
    actionType: 'read',
    status: statusOf(state),
    result,
    objects: [mappedObjectName],
    waitingFor: waitMessage(operation),
    readType,
    attempts,
    lastAttemptTime: operation.lastAttemptTime ?? 0,
    messageIds: operation.messageIds ?? [],
    replay: replayMessage(operation),
    ...progressOf(operation),
    ...ledgerOf(operation),
    completeness: completenessOf(operation),
  };
}

function waitMessage({ waitingFor: wait }: Operation) {
  return wait && { ...wait, until: wait.until ?? 0, destinationId: wait.destinationId ?? '' };
}

function completenessOf(operation: Operation): string {
  const complete = isComplete(operation);
  if (complete === null) return '';
  return complete ? 'complete' : 'incomplete';
}

function ledgerOf({ totals, pageSeq }: Operation) {
  return {
    recordsFetched: totals?.fetched ?? -1,
    recordsSkipped: totals?.skipped ?? {},
    recordsDelivered: totals?.delivered ?? 0,
    recordsUndelivered: totals?.undelivered ?? 0,
    recordsHeld: totals?.held ?? 0,
    pages: pageSeq,
  };
}

function replayMessage({ replay, replayed }: FoundOperation) {
  if (!replay) return null;
  return { operationId: replay.of, delivers: replay.delivers, resultJson: replayed ? JSON.stringify(replayed) : '' };
}

type OperationProgress = Pick<Operation, 'recordsProcessed' | 'recordsEstimatedTotal' | 'createTime' | 'updateTime'>;

function progressOf({
  recordsProcessed,
  recordsEstimatedTotal,
  createTime,
  updateTime,
}: OperationProgress): OperationProgress {
  return { recordsProcessed, recordsEstimatedTotal, createTime, updateTime };
}
