import type { LedgerLine } from '../../testbed/receiver_ledger.ts';
import { describeViolations, type Violation } from './checker.ts';

export type Kill = { name: string; pages: number };

/** Prints one line per run, so that the figures can be quoted. */
export function reportRun(
  form: string,
  kills: readonly Kill[],
  lines: readonly LedgerLine[],
  violations: readonly Violation[],
  ms: number,
): void {
  const attempts = lines.filter(({ recordIds }) => recordIds.length > 0);
  const messages = new Set(attempts.map(({ id }) => id)).size;
  const records = new Set(attempts.flatMap(({ recordIds }) => recordIds)).size;
  const spread =
    kills.length > 0
      ? ` at ${new Set(kills.map(({ pages }) => pages)).size} places from page ${kills.at(0)?.pages} to ${kills.at(-1)?.pages}`
      : '';
  process.stderr.write(
    `${form}: ${kills.length} kills${spread} (${countOf(kills)}); ${records} records in ${messages} messages, ` +
      `${attempts.length - messages} came again; violations: ${describeViolations(violations)}; ${Math.round(ms / 1000)} s\n`,
  );
}

function countOf(kills: readonly Kill[]): string {
  const counts = new Map<string, number>();
  for (const { name } of kills) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}
