import { toIso } from '../../../lib/time/iso.ts';
import type { ListOperationsResponse__Output as ListMessage } from '../../../protos/gen/causeway/reads/v1/ListOperationsResponse.ts';
import type { LogEntry__Output as LogMessage } from '../../../protos/gen/causeway/reads/v1/LogEntry.ts';
import type { Operation__Output as OperationMessage } from '../../../protos/gen/causeway/reads/v1/Operation.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { freeObject } from '../free_json.ts';
import { pagination, timesOf } from '../lists.ts';
import { times } from '../times.ts';
import { replayJson } from './replay_json.ts';

const DEFAULT_PAGE_SIZE = 200;

type Operations =
  | 'listOperations'
  | 'listOperationsForProject'
  | 'getOperation'
  | 'replayOperation'
  | 'listOperationLogs'
  | 'listRecordCounts'
  | 'getBackfillProgress'
  | 'getLargeResult';

export function operationRoutes({ reads }: Services): Routes<Operations> {
  return {
    async listOperations({ call, projectId, path, query }) {
      const { integrationIdOrName: integrationId, installationId } = path;
      return operationsJson(
        await reads.listOperations(call, { ...pageOf(query), projectId, integrationId, installationId }),
      );
    },
    async listOperationsForProject({ call, projectId, query }) {
      const { pageSize: _size, pageToken: _token, since, until, ...filter } = query;
      const found = await reads.listOperations(call, {
        ...pageOf(query),
        ...filter,
        ...timesOf({ since, until }),
        projectId,
        ofProject: true,
      });
      return operationsJson(found);
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
    async listRecordCounts({ call, projectId, query: { step = '', ...span } }) {
      const { counts } = await reads.listRecordCounts(call, { projectId, step, ...timesOf(span) });
      return counts.map(({ startTime, fetched, delivered, undelivered }) => ({
        startTime: toIso(startTime),
        recordsFetched: fetched,
        recordsDelivered: delivered,
        recordsUndelivered: undelivered,
      }));
    },
    async getBackfillProgress({ call, projectId, path: { integrationIdOrName: integrationId, ...object } }) {
      const progress = await reads.getBackfillProgress(call, { projectId, integrationId, ...object });
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

function pageOf({ pageSize = DEFAULT_PAGE_SIZE, pageToken = '' }: { pageSize?: number; pageToken?: string }) {
  return { pageSize, pageToken };
}

function operationsJson({ operations, nextPageToken }: ListMessage) {
  return { results: operations.map(operationJson), pagination: pagination(nextPageToken) };
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
      ...(message.messageIds.length > 0 && { messageIds: message.messageIds }),
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
