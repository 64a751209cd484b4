import { stringifyJson } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { LogEntry } from '../../../lib/work/domain/operation_log.ts';
import { statusOf } from '../../../lib/work/domain/states.ts';
import { isComplete, type Operation } from '../operations/domain/operation.ts';
import type { DeliverResults } from '../messages/usecases/deliver_results.ts';
import type {
  FoundOperation,
  GetBackfillProgress,
  GetOperation,
  ListOperationLogs,
} from '../operations/usecases/find_operation.ts';
import type { GetLargeResult } from '../messages/usecases/get_large_result.ts';
import type { GetMessages } from '../messages/usecases/get_messages.ts';
import type { ListOperations } from '../operations/usecases/list_operations.ts';
import type { SetPaused } from '../installations/usecases/pause_reads.ts';
import type { StartReplay } from '../replays/usecases/start_replay.ts';
import type { TriggerRead } from '../runs/usecases/trigger_read.ts';

type UseCases = {
  triggerRead: TriggerRead;
  deliverResults: DeliverResults;
  setPaused: SetPaused;
  startReplay: StartReplay;
  getOperation: GetOperation;
  listOperations: ListOperations;
  listOperationLogs: ListOperationLogs;
  getBackfillProgress: GetBackfillProgress;
  getMessages: GetMessages;
  getLargeResult: GetLargeResult;
};

/** The Reads service. Translates messages; decides nothing. */
export function readsHandlers(useCases: UseCases): Handlers<'reads'> {
  const { triggerRead, deliverResults, setPaused, getOperation, listOperations, listOperationLogs } = useCases;
  const { startReplay, getBackfillProgress, getMessages, getLargeResult } = useCases;
  return {
    TriggerRead: async (_call, request) => ({ operationId: await triggerRead(request) }),
    async DeliverResults(_call, request) {
      await deliverResults(request);
      return {};
    },
    async PauseReads(_call, request) {
      await setPaused(request, true);
      return {};
    },
    async UnpauseReads(_call, request) {
      await setPaused(request, false);
      return {};
    },
    ReplayOperation: async (_call, { projectId, operationId, config, deliver }) => ({
      operationId: await startReplay({
        projectId,
        operationId,
        config: config === 'current' ? 'current' : 'same',
        delivers: deliver,
      }),
    }),
    GetOperation: async (_call, { projectId, operationId }) =>
      operationMessage(await getOperation(projectId, operationId)),
    async ListOperations(_call, request) {
      const { operations, nextPageToken } = await listOperations(request);
      return { operations: operations.map(operationMessage), nextPageToken };
    },
    async ListOperationLogs(_call, { projectId, operationId }) {
      const entries = await listOperationLogs(projectId, operationId);
      return { entries: entries.map((entry) => logMessage(entry, operationId)) };
    },
    async GetBackfillProgress(_call, { projectId, ...query }) {
      const { id, installationId, mappedObjectName, ...progress } = await getBackfillProgress(projectId, query);
      return { ...progressOf(progress), operationId: id, installationId, objectName: mappedObjectName };
    },
    BatchGetMessages: async (_call, { messageIds }) => ({ messages: await getMessages(messageIds) }),
    GetLargeResult: async (_call, { messageId, signature }) => ({
      resultJson: await getLargeResult(messageId, signature),
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

type Progress = Pick<Operation, 'recordsProcessed' | 'recordsEstimatedTotal' | 'createTime' | 'updateTime'>;

function progressOf({ recordsProcessed, recordsEstimatedTotal, createTime, updateTime }: Progress): Progress {
  return { recordsProcessed, recordsEstimatedTotal, createTime, updateTime };
}

function logMessage({ time, severity, msg, error = '', details }: LogEntry, operationId: string) {
  return { timestamp: time, severity, msg, error, operationId, detailsJson: details ? stringifyJson(details) : '' };
}
