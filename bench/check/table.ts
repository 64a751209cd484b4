import type { Comparison, Pair } from './compare.ts';

/** What is known of a bench: its comparison, or why it could not be made. */
export type Row = { bench: string; pairs: readonly Pair[]; recorded?: number } & (
  | { comparison: Comparison; fault?: undefined }
  | { fault: string }
);

const HEAD = ['bench', 'before', 'after', 'loss', 'recorded', 'verdict', 'pairs (before/after)'];

export function tableOf(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
  return `${cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

function cellsOf(row: Row): string[] {
  const pairs = row.pairs.map(({ before, after }) => `${before}/${after}`).join(' ');
  const recorded = row.recorded === undefined ? '-' : String(row.recorded);
  if (row.fault !== undefined) return [row.bench, '-', '-', '-', recorded, `not measured: ${row.fault}`, pairs];
  const { before, after, lossPercent } = row.comparison;
  return [row.bench, String(before), String(after), `${lossPercent} %`, recorded, verdictOf(row.comparison), pairs];
}

function verdictOf({ isLost, reason }: Comparison): string {
  if (isLost) return reason ? `LOST more than accepted (${reason})` : 'LOST';
  return reason ? `accepted: ${reason}` : 'ok';
}
