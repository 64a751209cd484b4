import { Problem } from '../../../../lib/problem/problem.ts';
import type { Operation } from '../../operations/domain/operation.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';

type Deps = { stores: { operations: OperationStore } };

/** The newest backfill of an object, by either of its names. Throws notFound when none has run. */
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

export type GetBackfillProgress = ReturnType<typeof makeGetBackfillProgress>;
