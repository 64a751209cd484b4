import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readPage, sections, startWalk, type Walk } from './page_walk.ts';

const LONG_MS = 400_000;

describe('the README, followed word by word', () => {
  let walk: Walk;
  beforeAll(() => {
    walk = startWalk(
      [
        [/^git clone .*$/gm, ':'],
        ['npm ci', ':'],
      ],
      {},
    );
  });
  afterAll(() => walk.stop());

  it(
    '"See it work" shows what it says',
    () =>
      walk.run(sections(readPage('README.md'), 'See it work'), [
        {
          has: 'npm run demo',
          expects(output) {
            expect(output).toMatch(/Read +15,000 records \(two backfills, one triggered read\)/);
            expect(output).toMatch(/Delivered +15,000 records/);
            expect(output).toMatch(/Verified +\d+ signatures, 0 refused/);
            expect(output).toMatch(/Missing +none/);
          },
        },
        { has: 'npm test', skipped: 'this test is a part of it' },
      ]),
    LONG_MS,
  );
});
