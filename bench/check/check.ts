import process from 'node:process';
import { acceptedLoss, compare, type Pair } from './compare.ts';
import { type BenchRecord, readRecord, writeRatios } from './record.ts';
import { runBench } from './run_bench.ts';
import { type Row, tableOf } from './table.ts';
import { commitOf, openWorktree } from './worktree.ts';

const USUAL = ['gateway', 'read', 'memory', 'fairness'];
/** These call code in their own process, so that they can't measure the code of another commit. */
const IN_PROCESS = ['limits', 'retention', 'schedule'];
const PAIRS = Number(process.env['CAUSEWAY_BENCH_PAIRS'] || 5);

/**
 * Measures the code of a commit and this package's with this harness, in pairs whose order alternates, so that a slow
 * hour of the machine affects both. Prints a table. False when a bench lost more than 10 % without an accepted reason,
 * or could not be measured. `record` writes today's medians into `bench/record.json`. SIGINT and SIGTERM end the bench that
 * runs, and then this; the worktree is removed in any case.
 */
export async function check(name: string, chosen: readonly string[], options: { record: boolean }): Promise<boolean> {
  const commit = commitOf(name);
  const record = readRecord();
  const { signal } = interruption();
  const worktree = openWorktree(commit);
  const rows: Row[] = [];
  try {
    for (const bench of chosen.length > 0 ? chosen : USUAL) {
      if (signal.aborted) return false;
      rows.push(await rowOf(bench, { root: worktree.root, commit, record, signal }));
      process.stderr.write(tableOf(rows.slice(-1)));
    }
  } finally {
    worktree.stop();
  }
  process.stdout.write(tableOf(rows));
  if (options.record) writeRatios(todayOf(rows));
  return rows.every((row) => row.fault === undefined && !row.comparison.isLost);
}

/** npm passes a Ctrl-C of the terminal on, so that it arrives twice. */
function interruption(): AbortController {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => controller.abort());
  return controller;
}

type Against = { root: string; commit: string; record: BenchRecord; signal: AbortSignal };

async function rowOf(bench: string, { root, commit, record, signal }: Against): Promise<Row> {
  const pairs: Pair[] = [];
  const recorded = record.ratios[bench]?.ratio;
  const row = { bench, pairs, ...(recorded !== undefined && { recorded }) };
  if (IN_PROCESS.includes(bench)) return { ...row, fault: 'it measures code in its own process' };
  for (let at = 0; at < PAIRS; at += 1) {
    const pair = await pairOf(bench, { root, signal, isBeforeFirst: at % 2 === 0 });
    if ('fault' in pair) return { ...row, fault: pair.fault };
    pairs.push(pair);
  }
  return { ...row, comparison: compare(pairs, acceptedLoss(record.acceptedLosses, { bench, commit })) };
}

async function pairOf(
  bench: string,
  { root, signal, isBeforeFirst }: Pick<Against, 'root' | 'signal'> & { isBeforeFirst: boolean },
): Promise<Pair | { fault: string }> {
  const pair: Pair = { before: 0, after: 0 };
  for (const side of isBeforeFirst ? (['before', 'after'] as const) : (['after', 'before'] as const)) {
    const run = await runBench(bench, { signal, ...(side === 'before' && { root }) });
    if ('fault' in run)
      return { fault: `${side === 'before' ? 'the code of the commit' : "today's code"}: ${run.fault}` };
    pair[side] = run.ratio;
  }
  return pair;
}

function todayOf(rows: readonly Row[]): BenchRecord['ratios'] {
  const [date, commit] = [new Date().toISOString().slice(0, 10), commitOf('HEAD').slice(0, 8)];
  const measured = rows.flatMap((row) => (row.fault === undefined ? [{ ...row }] : []));
  return Object.fromEntries(
    measured.map(({ bench, comparison }) => [bench, { ratio: comparison.after, date, commit }]),
  );
}
