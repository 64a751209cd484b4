import { expect, it } from '@jest/globals';
import { skipOutsideBackfill } from './fetch_page.ts';
import type { FetchedPage } from './pages_to_commit.ts';

const END = Date.UTC(2026, 0, 2);
const times = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-02 00:00:01', '1767312001', 'yesterday', null];
const page: FetchedPage = {
  records: times.map((updatedAt, i) => ({ id: String(i), updatedAt, text: '{}' })),
  fetched: times.length,
  skipped: {},
  nextCursorJson: null,
  estimatedTotal: 6,
  lagMs: 0,
  waitMs: 0,
  notes: [],
};
const idsOf = ({ records }: FetchedPage) => records.map(({ id }) => id);

it('skips later records in a backfill with an end, and counts them in the ledger', () => {
  const left = skipOutsideBackfill(page, { readType: 'backfill', untilTime: END }, () => false);
  expect([idsOf(left), left.skipped, left.estimatedTotal]).toEqual([
    ['0', '1', '4', '5'],
    { outsideBackfill: 2 },
    null,
  ]);
});

it('keeps the total of a provider that filters by the end', () => {
  expect(skipOutsideBackfill(page, { readType: 'backfill', untilTime: END }, () => true)).toMatchObject({
    estimatedTotal: 6,
  });
});

it('skips records of earlier reads in a backfill without an end, allowing for clock lag', () => {
  const readBefore = { from: END - 1, to: END + 2_000 };
  const idsAt = (lagMs: number) =>
    idsOf(skipOutsideBackfill({ ...page, lagMs }, { readType: 'backfill', untilTime: null, readBefore }, () => true));
  expect([idsAt(0), idsAt(1_500)]).toEqual([
    ['0', '4', '5'],
    ['0', '2', '3', '4', '5'],
  ]);
});

it('does not change other reads', () => {
  expect(skipOutsideBackfill(page, { readType: 'backfill', untilTime: null }, () => false)).toBe(page);
  expect(skipOutsideBackfill(page, { readType: 'triggered', untilTime: END }, () => false)).toBe(page);
});
