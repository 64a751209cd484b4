/**
 * `npm run replay -- <file or folder> [--all] [--json]`: runs recorded provider exchanges through the connector engine.
 * Without --all it runs only cases that are known or likely to be real recordings. Exits with 0 only if no case failed.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startOrExplain } from '../lib/process/explain_start.ts';
import { figureLines, figuresOf } from './replay/figures.ts';
import { type CaseResult, replayAll } from './replay/replay_all.ts';
import { isGoodCase, loadCases, type ReplayCase } from './replay/replay_case.ts';

const { values, positionals } = await startOrExplain(async () =>
  parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  }),
);
const [path] = positionals;
if (!path || positionals.length !== 1) {
  process.stderr.write('Usage: npm run replay -- <file or folder> [--all] [--json]\n');
  process.exit(2);
}

const cases = casesAt(path).filter((replayCase) => values.all || isGoodCase(replayCase));
const results = await replayAll(cases, values.json ? undefined : (result) => process.stdout.write(`${line(result)}\n`));
const figures = figuresOf(results);
process.stdout.write(
  values.json ? `${JSON.stringify({ ...figures, cases: results })}\n` : `${figureLines(figures).join('\n')}\n`,
);
process.exitCode = figures.all.failed === 0 ? 0 : 1;

function line({ status, provider, kind, asked, case: name, reason }: CaseResult): string {
  return `${status.padEnd(11)} ${provider}  ${kind} by ${asked}  ${name}${reason ? `: ${reason}` : ''}`;
}

function casesAt(where: string): ReplayCase[] {
  try {
    return loadCases(where);
  } catch (err) {
    process.stderr.write(`${(err as Error).message}\n`);
    process.exit(2);
  }
}
