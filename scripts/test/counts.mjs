import { existsSync, readFileSync } from 'node:fs';

/** A suite that could not start reports no tests, so it counts as one failure; so does a run without a report. */
export function countsOf(report, suites) {
  if (!existsSync(report)) return { passed: 0, failed: suites, skipped: 0 };
  const found = JSON.parse(readFileSync(report, 'utf8'));
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numRuntimeErrorTestSuites,
    skipped: found.numPendingTests + found.numTodoTests,
  };
}
