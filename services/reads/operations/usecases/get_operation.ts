import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Operation } from '../domain/operation.ts';
import type { OperationStore } from '../domain/operation_store.ts';
import type { ReplayResult } from '../domain/replay.ts';

type Stores = {
  operations: OperationStore;
  /** The results of replays. */
  replays: { find(projectId: string, operationId: string): Promise<ReplayResult | undefined> };
};
export type FoundOperation = Operation & { replayed?: ReplayResult | undefined };

/** Throws notFound. */
export function makeGetOperation({ stores }: { stores: Stores }) {
  return async function getOperation(projectId: string, id: string): Promise<FoundOperation> {
    const operation = await stores.operations.find(projectId, id);
    if (!operation) throw notFound('operation');
    return operation.replay ? { ...operation, replayed: await stores.replays.find(projectId, id) } : operation;
  };
}

export type GetOperation = ReturnType<typeof makeGetOperation>;
