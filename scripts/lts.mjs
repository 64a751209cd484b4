// `npm run test:lts`: runs tests on the current LTS of Node, whatever Node runs this script. The short form is part of
// `npm test`: some unit and contract suites, and the demo with the flags of `npm start`. `-- --full`: every unit,
// contract, crash and story suite, and the benches. Needs a build. Ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { countsOf } from './test/counts.mjs';
import { JEST } from './test/suites.mjs';
import { ensureLtsNode } from './tools.mjs';

/** The flags of `npm start` in package.json. */
const FLAGS = ['--max-semi-space-size=8'];
const SUITE_MS = 60 * 60_000;
const ROOM = '(lib|gateway|services|connectors|embedded|sandbox|cli)/';

/**
 * Suites of code that may behave differently on another version of Node: native addons, sockets, crypto, streams,
 * workers, clocks and signals.
 */
const SHORT = {
  units: ['^lib/(crypto|db|http|json|rpc)/'],
  contract: ['^test/contract/(db|events)\\.test'],
};
export const SHORT_ON_LTS = 'lib/{crypto,db,http,json,rpc}, test/contract/{db,events}, the main job';
const FULL = { units: [`^${ROOM}`], contract: ['^test/contract/'], crash: ['^test/(crash|stories)/'] };
const BENCHES = ['read', 'gateway', 'memory', 'operations', 'schedule', 'fairness', 'limits'];

/**
 * Runs all tests of the short or full form and returns the totals. A program counts as one test; a suite counts its own
 * tests.
 */
export function runOnLts({ full = false } = {}) {
  const node = ensureLtsNode();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const add = (name, counts) => {
    for (const key of Object.keys(total)) total[key] += counts[key];
    console.log(`== ${name} on the LTS: ${counts.passed} passed, ${counts.failed} failed`);
  };
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  console.log(`\n== the LTS of Node: ${String(stdout).trim()}`);
  for (const [name, patterns] of Object.entries(full ? FULL : SHORT)) add(name, runSuites(node, patterns));
  add('the main job', runProgram(node, [...FLAGS, 'dist/scripts/demo.js', '--once', '--records', '3000']));
  for (const bench of full ? BENCHES : []) add(`bench ${bench}`, runProgram(node, ['dist/bench/main.js', bench]));
  return total;
}

/** Suites start their processes with `process.execPath`, so these processes run on the LTS too. */
function runSuites(node, patterns) {
  const all = listSuites(node);
  const empty = patterns.filter((pattern) => !all.some((path) => new RegExp(pattern).test(path)));
  if (empty.length > 0) {
    console.log(`== no suite matches ${empty.join(' or ')}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const paths = all.filter((path) => patterns.some((pattern) => new RegExp(pattern).test(path)));
  const folder = mkdtempSync(join(tmpdir(), 'causeway-lts-'));
  const report = join(folder, 'report.json');
  const args = [...JEST, '--runInBand', '--json', `--outputFile=${report}`, '--runTestsByPath', ...paths];
  const { status } = runNode(node, args);
  const counts = countsOf(report, paths.length);
  rmSync(folder, { recursive: true, force: true });
  return status === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function listSuites(node) {
  const { status, stdout } = spawnSync(node, [...JEST, '--listTests', '--json'], { encoding: 'utf8' });
  if (status !== 0) throw new Error('jest could not list its suites on the LTS.');
  return JSON.parse(stdout)
    .map((path) => path.slice(process.cwd().length + 1))
    .sort();
}

function runProgram(node, args) {
  const { status } = runNode(node, args);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

function runNode(node, args) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  return spawnSync(node, args, { stdio: ['ignore', 'inherit', 'inherit'], env, timeout: SUITE_MS });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed, skipped } = runOnLts({ full: process.argv.includes('--full') });
  if (skipped > 0) console.log(`${skipped} skipped: the reasons are above.`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}
