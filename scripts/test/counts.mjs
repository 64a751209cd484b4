import { existsSync, readFileSync } from 'node:fs';

/**
 * Reads the counts of a jest report. A suite that could not start counts as one failure; so does each suite without a
 * report.
 */
export function countsOf(report, suites) {
  if (!existsSync(report)) return { passed: 0, failed: suites, skipped: 0 };
  const found = JSON.parse(readFileSync(report, 'utf8'));
  return {
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numRuntimeErrorTestSuites,
    skipped: found.numPendingTests + found.numTodoTests,
  };
}
