import { idOfPageToken } from '../../../lib/ids/page_token.ts';
import { notFound } from '../../../lib/problem/problem.ts';
import { type LogStore, MAX_LISTED_LINES, type NumberedLine } from '../../../lib/work/operation_log.ts';
import { filterOf } from '../../../lib/work/states.ts';
import type { Operation, OperationStore, SealedBodies } from './operation.ts';

/** An absent filter is an empty text, an empty list or the time 0. */
type ListRequest = {
  projectId: string;
  integrationId: string;
  installationId: string;
  installationIds?: readonly string[];
  objectName: string;
  status: string;
  since: number;
  until: number;
  recordId: string;
  pageSize: number;
  beforeId: string;
};
type Stores = { operations: OperationStore; logs: LogStore };
type Deps = { stores: Stores };

const MAX_SIZE = 1_000;

/**
 * Lists operations, newest first. `nextId`: the operation after which the next page begins; empty on the last page.
 * Throws invalidArgument.
 */
export function makeListOperations({ stores }: Deps) {
  return async function listOperations(request: ListRequest): Promise<{ operations: Operation[]; nextId: string }> {
    const { projectId, beforeId, recordId, pageSize } = request;
    return stores.operations.list(projectId, {
      filter: { ...filterOf(request), ...(recordId !== '' && { recordId }) },
      beforeId: idOfPageToken(beforeId),
      limit: Math.min(Math.max(pageSize, 1), MAX_SIZE),
    });
  };
}

/** Finds an operation. Throws notFound. */
export function makeGetOperation({ stores }: Deps) {
  return async function getOperation(projectId: string, id: string): Promise<Operation & SealedBodies> {
    const operation = await stores.operations.find(projectId, id);
    if (!operation) throw notFound('operation');
    return operation;
  };
}

/** Lists the log lines of an operation. Throws notFound. */
export function makeListOperationLogs({ stores }: Deps) {
  const getOperation = makeGetOperation({ stores });
  return async function listOperationLogs(projectId: string, id: string): Promise<NumberedLine[]> {
    await getOperation(projectId, id);
    return stores.logs.list(projectId, id, MAX_LISTED_LINES);
  };
}
