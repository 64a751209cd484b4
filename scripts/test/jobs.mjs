import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsOf } from './counts.mjs';
import { runProcess } from './run_process.mjs';
import { JEST } from './suites.mjs';

/** The max suites per jest process: starting one costs a second, and it loads all modules again. */
const MAX_SUITES = 48;
/**
 * The max long suites per process. They start and kill processes for minutes, so a single job of all would end last,
 * alone.
 */
const MAX_LONG_SUITES = 4;
const LONG = ['crash', 'stories', 'browser'];
/** Ends a job that hangs. It is far longer than a job takes on a busy machine. */
const LIMIT_MS = 60 * 60_000;

/** A job for a script that must succeed. A success counts only if its last line is `N passed, N failed`. */
export function checkJob(name, args, needs = []) {
  return { name, group: name, needs, suites: 0, run: () => runCheck(args) };
}

/** Divides a group into several runs of jest, and distributes the long suites over them. */
export function jestJobs({ name, paths, ...more }, needs) {
  const count = Math.ceil(paths.length / (LONG.includes(name) ? MAX_LONG_SUITES : MAX_SUITES));
  return Array.from({ length: count }, (_none, part) => {
    const own = paths.filter((_path, at) => at % count === part);
    const jobName = count === 1 ? name : `${name}, part ${part + 1} of ${count}`;
    return {
      name: jobName,
      group: name,
      needs,
      suites: own.length,
      environment: more.environment,
      run: () => runJest(own, more),
    };
  });
}

async function runCheck(args) {
  const done = await runProcess(args, { limitMs: LIMIT_MS });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(done.output.trim().split('\n').at(-1)) ?? [];
  const counts = { passed: Number(passed ?? 0), failed: Number(failed ?? 0), skipped: 0 };
  return { ...done, ...counts, failed: done.status === 0 ? counts.failed : Math.max(counts.failed, 1) };
}

async function runJest(paths, { environment }) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-report-'));
  const report = join(folder, 'report.json');
  const jest = [...JEST, '--runInBand', '--json', `--outputFile=${report}`];
  const done = await runProcess([...jest, '--runTestsByPath', ...paths], { environment, limitMs: LIMIT_MS });
  const counts = countsOf(report, paths.length);
  rmSync(folder, { recursive: true, force: true });
  const output = done.output.replace(/^(Ran all test suites within paths |Test results written to: ).*\n*/gm, '');
  if (done.status === 0 || counts.failed > 0) return { ...done, ...counts, output };
  return {
    ...done,
    ...counts,
    failed: 1,
    output: `${output}== jest exited with ${done.status}, although no test failed\n`,
  };
}
