import { Problem } from '../../../../lib/problem/problem.ts';
import { pageLine, pageLinesOf, totalsLine } from '../domain/ledger_lines.ts';
import type { Operation } from '../domain/operation.ts';
import type { ReplayResult } from '../domain/replay.ts';
import { LISTED_LINES, type NumberedLine } from '../../../../lib/work/domain/operation_log.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores };
export type FoundOperation = Operation & { replayed?: ReplayResult | undefined };

/** Throws notFound. */
export function makeGetOperation({ stores }: Deps) {
  return async function getOperation(projectId: string, id: string): Promise<FoundOperation> {
    const operation = await stores.operations.find(projectId, id);
    if (!operation) throw new Problem('notFound', 'There is no such operation.');
    return operation.replay ? { ...operation, replayed: await stores.replays.find(projectId, id) } : operation;
  };
}

/** Throws notFound. */
export function makeListOperationLogs({ stores }: Deps) {
  const getOperation = makeGetOperation({ stores });
  return async function listOperationLogs(projectId: string, id: string): Promise<NumberedLine[]> {
    const operation = await getOperation(projectId, id);
    const lines = await stores.logs.list(projectId, id, LISTED_LINES);
    const pages = await stores.pages.list(projectId, id, pageLinesOf(operation));
    // After the retention of its lines an operation shows no totals either.
    const totals = lines.length + pages.length > 0 ? totalsLine(operation, pages) : null;
    return [...lines, ...pages.map(pageLine), ...(totals ? [totals] : [])].sort(byId);
  };
}

function byId(one: NumberedLine, other: NumberedLine): number {
  return one.id < other.id ? -1 : 1;
}

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

export type GetOperation = ReturnType<typeof makeGetOperation>;
export type ListOperationLogs = ReturnType<typeof makeListOperationLogs>;
export type GetBackfillProgress = ReturnType<typeof makeGetBackfillProgress>;
