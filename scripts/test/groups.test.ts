import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { groupsOf, leftOutOf, listedSuites } from './groups.mjs';

const SUITES = [
  'lib/url/url.test.ts',
  'test/e2e/access.test.ts',
  'test/e2e/reads.test.ts',
  'test/crash/takeover.test.ts',
];

function runsOf(isFull: boolean) {
  return groupsOf(SUITES, { isFull }).flatMap(({ name, paths }) => paths.map((path) => `${name}: ${path}`));
}

describe('the groups of suites', () => {
  it('have each suite once, and what happens between processes on the services form too', () => {
    expect(runsOf(false)).toEqual([
      'crash: test/crash/takeover.test.ts',
      'e2e on the services form: test/e2e/reads.test.ts',
      'e2e: test/e2e/access.test.ts',
      'e2e: test/e2e/reads.test.ts',
      'units: lib/url/url.test.ts',
    ]);
  });

  it('are all of them in full, and the rest is said by name', () => {
    expect(runsOf(true).filter((run) => !runsOf(false).includes(run))).toEqual([
      'e2e on the services form: test/e2e/access.test.ts',
      'e2e through a proxy: test/e2e/access.test.ts',
      'e2e through a proxy: test/e2e/reads.test.ts',
    ]);
    expect(leftOutOf(SUITES)).toEqual(['e2e on the services form: access', 'e2e through a proxy: access, reads']);
  });

  it('name only suites that exist', () => {
    expect(listedSuites.filter((path) => !existsSync(path))).toEqual([]);
  });
});
