const HEAD = ['group', 'suites', 'passed', 'failed', 'wall s', 'CPU s', 'budget'];

/**
 * Sums the results of jobs by group. `wall s` is the sum over the jobs of a group, which may have run in parallel. A
 * group with more CPU seconds than its budget is marked and does not fail, because the time also depends on the
 * machine.
 */
export function newTally(budgets = {}) {
  const rows = new Map();
  return {
    add({ group, suites = 0 }, { passed, failed, skipped = 0, wallSeconds = 0, cpuSeconds = 0 }) {
      const row = rows.get(group) ?? { suites: 0, passed: 0, failed: 0, skipped: 0, wallSeconds: 0, cpuSeconds: 0 };
      rows.set(group, {
        suites: row.suites + suites,
        passed: row.passed + passed,
        failed: row.failed + failed,
        skipped: row.skipped + skipped,
        wallSeconds: row.wallSeconds + wallSeconds,
        cpuSeconds: row.cpuSeconds + cpuSeconds,
      });
    },
    total() {
      const sum = (key) => [...rows.values()].reduce((total, row) => total + row[key], 0);
      return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
    },
    /** The table of the groups, the longest group first. */
    table() {
      const lines = [...rows]
        .toSorted(([, a], [, b]) => b.wallSeconds - a.wallSeconds)
        .map(([group, row]) => lineOf(group, row, budgets[group]));
      const cpuSeconds = [...rows.values()].reduce((sum, row) => sum + row.cpuSeconds, 0);
      const all = { suites: '', passed: '', failed: '', cpuSeconds };
      return [line(HEAD), ...lines, lineOf('all', all, budgets.all)].join('\n');
    },
  };
}

function lineOf(group, { suites, passed, failed, wallSeconds, cpuSeconds }, budget) {
  const mark = budget === undefined ? '' : `${budget}${cpuSeconds > budget ? ' over' : ''}`;
  const wall = wallSeconds === undefined ? '' : Math.round(wallSeconds);
  return line([group, suites, passed, failed, wall, Math.round(cpuSeconds), mark]);
}

function line([group, ...numbers]) {
  return (group.padEnd(28) + numbers.map((number) => String(number).padStart(8)).join('')).trimEnd();
}
