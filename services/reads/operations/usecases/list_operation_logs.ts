import { pageLine, pageLinesOf, totalsLine } from '../domain/ledger_lines.ts';
import type { LogStore } from '../domain/log_store.ts';
import { LISTED_LINES, type NumberedLine } from '../domain/operation_log.ts';
import type { PageStore } from '../domain/page_store.ts';
import type { GetOperation } from './get_operation.ts';

type Deps = { stores: { logs: LogStore; pages: PageStore }; getOperation: GetOperation };

/** Throws notFound. */
export function makeListOperationLogs({ stores, getOperation }: Deps) {
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

export type ListOperationLogs = ReturnType<typeof makeListOperationLogs>;
