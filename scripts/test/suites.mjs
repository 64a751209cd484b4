import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import process from 'node:process';

export const JEST = ['--no-warnings', 'node_modules/jest/bin/jest.js'];

/** Lists every suite that jest finds for these patterns, so that suites in new folders run too. */
export function listSuites(patterns) {
  const { status, stdout } = spawnSync(process.execPath, [...JEST, '--listTests', '--json', ...patterns], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('jest could not list its suites.');
  return JSON.parse(stdout)
    .map((path) => relative(process.cwd(), path))
    .sort();
}
