import { Problem } from '../../../lib/problem/problem.ts';
import type { Operation } from '../domain/operation.ts';
import { MAX_LISTED_LINES, type LogEntry } from '../domain/operation_log.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores };

/** Problems: notFound. */
export function makeGetOperation({ stores }: Deps) {
  return async function getOperation(projectId: string, id: string): Promise<Operation> {
    const operation = await stores.operations.find(projectId, id);
    if (!operation) throw new Problem('notFound', 'There is no such operation.');
    return operation;
  };
}

/** Problems: notFound. */
export function makeListOperationLogs({ stores }: Deps) {
  const getOperation = makeGetOperation({ stores });
  return async function listOperationLogs(projectId: string, id: string): Promise<LogEntry[]> {
    await getOperation(projectId, id);
    return stores.logs.list(projectId, id, MAX_LISTED_LINES);
  };
}

/** The newest backfill of an object, by either of its names. Problems: notFound when none ran. */
export function makeGetBackfillProgress({ stores }: Deps) {
  return async function getBackfillProgress(
    projectId: string,
    query: { integrationId: string; installationId: string; objectName: string },
  ): Promise<Operation> {
    const operation = await stores.operations.findBackfill(projectId, query);
    if (!operation) throw new Problem('notFound', 'No backfill of this object ran.');
    return operation;
  };
}

export type GetOperation = ReturnType<typeof makeGetOperation>;
export type ListOperationLogs = ReturnType<typeof makeListOperationLogs>;
export type GetBackfillProgress = ReturnType<typeof makeGetBackfillProgress>;
