import { notFound } from '../../../lib/problem/problem.ts';
import { type LogStore, MAX_LISTED_LINES, type NumberedLine } from '../../../lib/work/operation_log.ts';
import { statusOf } from '../../../lib/work/states.ts';
import { countSkipped, type SkippedCounts, skipReasons } from './ledger.ts';
import type { Operation, OperationStore } from './operation.ts';
import { addPages, type PageStore, type PageSum } from './page.ts';
import type { ReplayResult } from './replay.ts';

/**
 * Renders the ledger as lines of an operation's log: one line for each of the first hundred pages, then one line per
 * hundred pages (more pages per line in very long reads), and a final line with the operation's totals. So the listed
 * lines always add up.
 */
const SINGLE_PAGE_LINES = 100;
const PAGES_PER_LINE = 100;
const MAX_LINES = 500;

/** How many pages to sum per line, so that the lines never exceed the limit of a list. */
function pageLinesOf({ pageSeq }: Pick<Operation, 'pageSeq'>): { single: number; per: number } {
  return {
    single: SINGLE_PAGE_LINES,
    per: PAGES_PER_LINE * Math.max(1, Math.ceil(pageSeq / (PAGES_PER_LINE * MAX_LINES))),
  };
}

function pageLine(sum: PageSum): NumberedLine {
  const { firstPage, lastPage, said, fetched, mapped, skipped, messages, bytes } = sum;
  const isOne = firstPage === lastPage;
  const details = {
    ...(isOne ? { page: firstPage } : { firstPage, lastPage, pages: lastPage - firstPage + 1 }),
    ...(said !== null && { said }),
    ...{ fetched, mapped, skipped: byTimeAndId(skipped), messages, bytes },
  };
  const name = isOne ? `Page ${firstPage}` : `Pages ${firstPage} to ${lastPage}`;
  return {
    id: sum.lineId,
    time: sum.time,
    severity: 'INFO',
    msg: `${name}: ${recordsText(mapped, fetched)}.`,
    details,
  };
}

/** Renders the operation's totals; null while the operation runs, and for operations that have no ledger. */
function totalsLine(operation: Operation, sums: readonly PageSum[]): NumberedLine | null {
  const { totals, recordsProcessed: mapped, state, pageSeq } = operation;
  if (statusOf(state) === 'in_progress' || totals === null) return null;
  const { fetched, skipped, delivered, undelivered, held } = totals;
  const all = sums.reduce<PageSum | null>((sum, one) => (sum ? addPages(sum, one) : one), null);
  const pending = mapped - delivered - undelivered - held;
  const msg = [
    `Total: ${recordsText(mapped, fetched)} on ${pageSeq} ${pageSeq === 1 ? 'page' : 'pages'}`,
    ...skippedWords(skipped),
    [
      `${delivered} delivered, ${undelivered} undeliverable, ${pending} pending`,
      ...(held > 0 ? [`${held} held`] : []),
    ].join(', '),
  ].join('; ');
  const details = {
    ...{ pages: pageSeq, fetched, mapped, skipped: byTimeAndId(skipped), delivered, undelivered, held, pending },
    ...(all && { messages: all.messages, bytes: all.bytes }),
  };
  return { id: TOTALS_LINE_ID, time: operation.updateTime, severity: 'INFO', msg: `${msg}.`, details };
}

/** The id of the line with the totals. It sorts after all other ids, so the line is the last of its time. */
const TOTALS_LINE_ID = '~';

function recordsText(mapped: number, fetched: number): string {
  return mapped === fetched ? `${mapped} records` : `${mapped} of ${fetched} records`;
}

function skippedWords(skipped: SkippedCounts): string[] {
  if (countSkipped(skipped) === 0) return [];
  const reasons = Object.entries(byTimeAndId(skipped)).map(([reason, count]) => `${count} ${reason}`);
  return [`skipped: ${reasons.join(', ')}`];
}

function byTimeAndId(skipped: SkippedCounts): SkippedCounts {
  const named = skipReasons.filter((reason) => (skipped[reason] ?? 0) > 0);
  return Object.fromEntries(named.map((reason) => [reason, skipped[reason]]));
}

type Deps = { stores: { logs: LogStore; pages: PageStore }; getOperation: GetOperation };

/** Lists the lines of an operation's log, with the lines of the ledger, sorted by time. Throws notFound. */
export function makeListOperationLogs({ stores, getOperation }: Deps) {
  return async function listOperationLogs(projectId: string, id: string): Promise<NumberedLine[]> {
    const operation = await getOperation(projectId, id);
    const lines = await stores.logs.list(projectId, id, MAX_LISTED_LINES);
    const pages = await stores.pages.list(projectId, id, pageLinesOf(operation));
    // When retention has deleted the lines of an operation, its totals are not shown either.
    const totals = lines.length + pages.length > 0 ? totalsLine(operation, pages) : null;
    return [...lines, ...pages.map(pageLine), ...(totals ? [totals] : [])].sort(byTime);
  };
}

/** Sorts lines by time. Lines that were added after the read ended come after its totals. */
function byTime(one: NumberedLine, other: NumberedLine): number {
  return one.time - other.time || (one.id < other.id ? -1 : 1);
}

type Stores = {
  operations: OperationStore;
  /** Finds the results of replays. */
  replays: { find(projectId: string, operationId: string): Promise<ReplayResult | undefined> };
};
export type FoundOperation = Operation & { replayed?: ReplayResult | undefined };

/** Finds an operation, with its result if it is a replay. Throws notFound. */
export function makeGetOperation({ stores }: { stores: Stores }) {
  return async function getOperation(projectId: string, id: string): Promise<FoundOperation> {
    const operation = await stores.operations.find(projectId, id);
    if (!operation) throw notFound('operation');
    return operation.replay ? { ...operation, replayed: await stores.replays.find(projectId, id) } : operation;
  };
}

type GetOperation = ReturnType<typeof makeGetOperation>;
