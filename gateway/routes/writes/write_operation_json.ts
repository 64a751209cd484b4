import { toIso } from '../../../lib/time/iso.ts';
import type { Operation__Output as OperationMessage } from '../../../protos/gen/causeway/writes/v1/Operation.ts';
import type { Json } from '../../rest/json.ts';
import { freeObject } from '../free_json.ts';
import { times } from '../times.ts';

/** The operation of a write, in the same public format as the operation of a read. */
export function writeOperationJson(message: OperationMessage): Json<'Operation'> {
  const { id, projectId, integrationId, installationId, configId, status, result, objectName } = message;
  const { attempts, lastAttemptTime, writeType, isAsync, outcome, requestJson, responseJson } = message;
  return {
    ...{ id, projectId, integrationId, installationId, configId },
    actionType: 'write',
    status: status as Json<'Operation'>['status'],
    ...(result && { result }),
    metadata: {
      objects: [objectName],
      retry: { attempts, ...(lastAttemptTime && { lastAttempt: toIso(lastAttemptTime) }) },
      ...(outcome && { outcome: outcome as 'unknown' }),
      write: {
        type: writeType as 'create',
        mode: isAsync ? 'asynchronous' : 'synchronous',
        recordsTotal: message.recordsTotal,
        recordsWritten: message.recordsWritten,
        recordsFailed: message.recordsFailed,
        ...(requestJson && { request: freeObject(requestJson) }),
        ...(responseJson && { response: freeObject(responseJson) }),
      },
    },
    ...times(message),
  };
}
