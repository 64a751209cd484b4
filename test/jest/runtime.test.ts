import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from '@jest/globals';

type Report = { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] };

const JEST = [
  '--no-warnings',
  'node_modules/jest/bin/jest.js',
  '--runInBand',
  '--json',
  '--testMatch',
  '**/test/jest/fixtures/*.ts',
];

/** Runs the suites of test/jest/fixtures in one process. Jest begins with the longer file. */
function runFixtures(): Report {
  const paths = ['failing', 'later'].map((name) => `test/jest/fixtures/${name}.ts`);
  const { stdout, stderr } = spawnSync(process.execPath, [...JEST, '--runTestsByPath', ...paths], { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}

it('reports each way to fail, with its line, and gives the next suite a clean process', () => {
  const results = runFixtures().testResults.flatMap(({ assertionResults }) => assertionResults);
  const told = results.map(({ title, status, failureMessages: [message = ''] }) => {
    const [, line = ''] = /failing\.ts:(\d+):/.exec(message) ?? [];
    return `${title}: ${status}${line && ` at line ${line}`}`;
  });
  expect(told).toEqual([
    'passes: passed',
    'fails: failed at line 13',
    'leaves a rejection to nobody: failed at line 17',
    'throws later: failed at line 23',
    'hangs: failed at line 28',
    'does not run: failed at line 32',
    'finds its own tests, the modules of the suite before and none of its variables: passed',
  ]);
});
