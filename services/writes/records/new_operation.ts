import type { Operation } from '../operations/operation.ts';
import type { WriteRequest } from './write_request.ts';

type NewOperationFacts = {
  id: string;
  isAsync: boolean;
  createdBy: string;
  deadlineTime?: number;
  now: number;
};

export function newOperation(
  { plan, type, records }: WriteRequest,
  { now, deadlineTime = 0, ...facts }: NewOperationFacts,
): Operation {
  const { projectId, integrationId, installationId, connectionId, configId, objectName, mappedObjectName } = plan;
  return {
    ...{ projectId, integrationId, installationId, connectionId, configId, objectName, mappedObjectName },
    ...facts,
    writeType: type,
    state: 'running',
    result: null,
    outcome: '',
    recordId: null,
    recordsTotal: records.length,
    recordsWritten: 0,
    recordsFailed: 0,
    attempts: 0,
    lastAttemptTime: null,
    deadlineTime: deadlineTime || null,
    tellState: 'open',
    createTime: now,
    updateTime: now,
  };
}
