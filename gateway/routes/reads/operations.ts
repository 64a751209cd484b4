import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { ListOperationsRequest } from '../../../protos/gen/causeway/reads/v1/ListOperationsRequest.ts';
import type { Operation__Output as OperationMessage } from '../../../protos/gen/causeway/reads/v1/Operation.ts';
import type { WaitingFor__Output as WaitMessage } from '../../../protos/gen/causeway/reads/v1/WaitingFor.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { installationsOf } from '../group_installations.ts';
import { pagination, timesOf } from '../lists.ts';
import { logJson } from '../log_json.ts';
import { type LoadOperations, mergeOperations } from '../merge_operations.ts';
import { times } from '../times.ts';
import { writeOperationJson } from '../writes/write_operation_json.ts';
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

/**
 * The routes of operations, which reads and writes both have. A list merges both, and an id is looked up in both,
 * because an id does not tell its service.
 */
export function operationRoutes({ installation, reads, writes }: Services): Routes<Operations> {
  return {
    async listOperations({ call, projectId, path, query }) {
      const { integrationIdOrName: integrationId, installationId } = path;
      return listed(call, { projectId, integrationId, installationId, ofProject: false }, pageOf(query));
    },
    async listOperationsForProject({ call, projectId, query }) {
      const { pageSize: _size, pageToken: _token, since, until, groupRef, ...filter } = query;
      const ofGroup = await installationsOf(installation, call, { ...filter, groupRef, projectId });
      if (!ofGroup) return { results: [], pagination: pagination('') };
      const asked = { ...filter, ...ofGroup, ...timesOf({ since, until }), projectId, ofProject: true };
      return listed(call, asked, pageOf(query));
    },
    async getOperation({ call, projectId, path: { operationId } }) {
      return foundIn([
        async () => operationJson(await reads.getOperation(call, { projectId, operationId })),
        ...(writes
          ? [async () => writeOperationJson(await writes.getOperation(call, { projectId, operationId }))]
          : []),
      ]);
    },
    async replayOperation({ call, projectId, path, body }) {
      const { config = 'same', deliver = false } = body ?? {};
      return reads.replayOperation(call, { projectId, operationId: path.operationId, config, deliver });
    },
    async listOperationLogs({ call, projectId, path: { operationId } }) {
      const { entries } = await foundIn([
        () => reads.listOperationLogs(call, { projectId, operationId }),
        ...(writes ? [() => writes.listOperationLogs(call, { projectId, operationId })] : []),
      ]);
      return entries.map(logJson);
    },
    async listRecordCounts({ call, projectId, query: { step = '', ...span } }) {
      const asked = { projectId, step, ...timesOf(span) };
      const [{ counts }, written] = await Promise.all([
        reads.listRecordCounts(call, asked),
        writes?.listRecordCounts(call, asked),
      ]);
      const ofSlot = new Map(written?.counts.map((one) => [one.startTime, one]));
      return counts.map(({ startTime, fetched, delivered, undelivered }) => ({
        startTime: toIso(startTime),
        recordsFetched: fetched,
        recordsDelivered: delivered,
        recordsUndelivered: undelivered,
        recordsWritten: ofSlot.get(startTime)?.written ?? 0,
        recordsNotWritten: ofSlot.get(startTime)?.failed ?? 0,
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

  async function listed(call: Call, query: ListQuery, page: ReturnType<typeof pageOf>) {
    const { actionType } = query;
    const ofReads: LoadOperations = async (pageToken, pageSize) => {
      const found = await reads.listOperations(call, { ...query, pageToken, pageSize });
      return { operations: found.operations.map(operationJson), next: found.nextPageToken };
    };
    const ofWrites: LoadOperations = async (beforeId, pageSize) => {
      const found = await (writes as NonNullable<typeof writes>).listOperations(call, { ...query, beforeId, pageSize });
      return { operations: found.operations.map(writeOperationJson), next: found.nextId };
    };
    const { operations, nextPageToken } = await mergeOperations(
      {
        ...(actionType !== 'write' && { reads: ofReads }),
        ...(writes && (actionType ?? 'write') === 'write' && { writes: ofWrites }),
      },
      page,
    );
    return { results: operations, pagination: pagination(nextPageToken) };
  }
}

type ListQuery = Omit<ListOperationsRequest, 'pageSize' | 'pageToken'>;

/**
 * Returns the answer of the first service that has the row. If none has it and a service was unavailable, throws that
 * problem instead of *not found*.
 */
async function foundIn<T>(places: (() => Promise<T>)[]): Promise<T> {
  const answers = await Promise.allSettled(places.map((ask) => ask()));
  for (const answer of answers) if (answer.status === 'fulfilled') return answer.value;
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  throw reasons.find((reason) => !(reason instanceof Problem && reason.kind === 'notFound')) ?? reasons[0];
}

function pageOf({ pageSize = DEFAULT_PAGE_SIZE, pageToken = '' }: { pageSize?: number; pageToken?: string }) {
  return { pageSize, pageToken };
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
    ...(message.waitingFor && { waitingFor: waitJson(message.waitingFor) }),
    ...(result && { result }),
    ...(message.completeness && { isComplete: message.completeness === 'complete' }),
    metadata: {
      objects,
      ...(message.readType && { readType: message.readType as 'scheduled' }),
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

function waitJson({ reason, until, detail, destinationId }: WaitMessage): NonNullable<Json<'Operation'>['waitingFor']> {
  return {
    reason: reason as 'provider',
    detail,
    ...(until && { until: toIso(until) }),
    ...(destinationId && { destinationId }),
  };
}

/** The record counts of a read. An operation that ended before these counts existed has none. */
function ledgerJson(message: OperationMessage): Partial<Json<'Progress'>> {
  const { pages, recordsProcessed, recordsFetched, recordsSkipped } = message;
  const { recordsDelivered, recordsUndelivered, recordsHeld } = message;
  if (recordsFetched < 0) return {};
  const recordsPending = recordsProcessed - recordsDelivered - recordsUndelivered - recordsHeld;
  const settled = { recordsDelivered, recordsUndelivered, recordsHeld, recordsPending };
  return { pages, recordsFetched, recordsSkipped, ...settled };
}
