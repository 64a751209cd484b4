import type { LogEntry__Output as LogMessage } from '../../protos/gen/causeway/reads/v1/LogEntry.ts';
import type { Operation__Output as OperationMessage } from '../../protos/gen/causeway/reads/v1/Operation.ts';
import { toIso } from '../../lib/time/iso.ts';
import type { Json } from '../http/json.ts';
import type { Routes, Services } from '../http/operation.ts';
import { replayJson } from './replay_json.ts';
import { freeObject } from './free_json.ts';
import { times } from './times.ts';

const DEFAULT_PAGE_SIZE = 200;

type Operations =
  | 'listOperations'
  | 'getOperation'
  | 'replayOperation'
  | 'listOperationLogs'
  | 'getBackfillProgress'
  | 'getLargeResult';

export function operationRoutes({ reads }: Services): Routes<Operations> {
  return {
    async listOperations({ call, projectId, path, query }) {
      const { operations, nextPageToken } = await reads.listOperations(call, {
        projectId,
        integrationId: path.integrationId,
        installationId: path.installationId,
        pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE,
        pageToken: query.pageToken ?? '',
      });
      return {
        results: operations.map(operationJson),
        pagination: { done: nextPageToken === '', ...(nextPageToken && { nextPageToken }) },
      };
    },
    async getOperation({ call, projectId, path }) {
      return operationJson(await reads.getOperation(call, { projectId, operationId: path.operationId }));
    },
    async replayOperation({ call, projectId, path, body }) {
      const { config = 'same', deliver = false } = body ?? {};
      return reads.replayOperation(call, { projectId, operationId: path.operationId, config, deliver });
    },
    async listOperationLogs({ call, projectId, path }) {
      const { entries } = await reads.listOperationLogs(call, { projectId, operationId: path.operationId });
      return entries.map(logJson);
    },
    async getBackfillProgress({ call, projectId, path }) {
      const progress = await reads.getBackfillProgress(call, { projectId, ...path });
      const { installationId, objectName, operationId, recordsProcessed, recordsEstimatedTotal } = progress;
      return {
        installationId,
        objectName,
        operationId,
        recordsProcessed,
        ...(recordsEstimatedTotal >= 0 && { recordsEstimatedTotal }),
        ...times(progress),
      };
    },
    async getLargeResult({ call, path, query }) {
      const { resultJson } = await reads.getLargeResult(call, {
        messageId: path.messageId,
        signature: query.signature,
      });
      return resultJson as never;
    },
  };
}

function operationJson(message: OperationMessage): Json<'Operation'> {
  const { id, projectId, integrationId, installationId, configId, result, objects, attempts, lastAttemptTime } =
    message;
  const [objectName = ''] = objects;
  return {
    id,
    projectId,
    integrationId,
    installationId,
    configId,
    actionType: message.actionType as 'read',
    status: message.status as Json<'Operation'>['status'],
    ...(result && { result }),
    ...(message.completeness && { isComplete: message.completeness === 'complete' }),
    metadata: {
      objects,
      retry: { attempts, ...(lastAttemptTime && { lastAttempt: toIso(lastAttemptTime) }) },
      progress: {
        installationId,
        objectName,
        operationId: id,
        recordsProcessed: message.recordsProcessed,
        ...(message.recordsEstimatedTotal >= 0 && { recordsEstimatedTotal: message.recordsEstimatedTotal }),
        ...ledgerJson(message),
      },
      ...(message.replay && { replay: replayJson(message.replay) }),
    },
    ...times(message),
  };
}

/** Operations from before the ledger existed have none. */
function ledgerJson(message: OperationMessage): Partial<Json<'Progress'>> {
  const { pages, recordsProcessed, recordsFetched, recordsSkipped } = message;
  const { recordsDelivered, recordsUndelivered, recordsHeld } = message;
  if (recordsFetched < 0) return {};
  const recordsPending = recordsProcessed - recordsDelivered - recordsUndelivered - recordsHeld;
  const settled = { recordsDelivered, recordsUndelivered, recordsHeld, recordsPending };
  return { pages, recordsFetched, recordsSkipped, ...settled };
}

function logJson({ timestamp, severity, msg, error, operationId, detailsJson }: LogMessage): Json<'Log'> {
  return {
    timestamp: toIso(timestamp),
    severity,
    message: {
      msg,
      operation_id: operationId,
      ...(error && { error }),
      ...(detailsJson && { details: freeObject(detailsJson) }),
    },
  };
}
