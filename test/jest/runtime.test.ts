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
function runFixtures(): Report & { stderr: string } {
  const paths = ['failing', 'later'].map((name) => `test/jest/fixtures/${name}.ts`);
  const { stdout, stderr } = spawnSync(process.execPath, [...JEST, '--runTestsByPath', ...paths], { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return { ...(JSON.parse(stdout) as Report), stderr };
}

it('reports each way to fail, with its line, gives the next suite a clean process, and names what is left running', () => {
  const { testResults, stderr } = runFixtures();
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const told = results.map(({ title, status, failureMessages: [message = ''] }) => {
    const [, line = ''] = /failing\.ts:(\d+):/.exec(message) ?? [];
    return `${title}: ${status}${line && ` at line ${line}`}`;
  });
  expect(told).toEqual([
    'passes: passed',
    'fails: failed at line 15',
    'leaves a rejection to nobody: failed at line 19',
    'throws later: failed at line 25',
    'hangs: failed at line 30',
    'does not run: failed at line 34',
    'finds the modules of the suite before, and neither its functions nor its variables: passed',
  ]);
  expect(stderr).toMatch(/== left running by a suite: .*Timeout/);
});
