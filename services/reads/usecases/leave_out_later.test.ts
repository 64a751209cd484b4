import { expect, it } from '@jest/globals';
import type { FetchedPage } from './fetch_page.ts';
import { leaveOutLater } from './leave_out_later.ts';

const END = Date.UTC(2026, 0, 2);
const times = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-02 00:00:01', '1767312001', 'yesterday', null];
const page: FetchedPage = {
  records: times.map((updatedAt, i) => ({ id: String(i), updatedAt, text: '{}' })),
  fetched: times.length,
  skipped: {},
  nextCursorJson: null,
  estimatedTotal: 6,
  lagMillis: 0,
  waitMillis: 0,
  notes: [],
};
const idsOf = ({ records }: FetchedPage) => records.map(({ id }) => id);

it('leaves out of a windowed backfill what says that it is later, and says so in the ledger', () => {
  const left = leaveOutLater(page, { readType: 'backfill', untilTime: END }, () => false);
  expect([idsOf(left), left.skipped, left.estimatedTotal]).toEqual([
    ['0', '1', '4', '5'],
    { outsideBackfill: 2 },
    null,
  ]);
});

it('keeps the total of a provider that was asked for the end', () => {
  expect(leaveOutLater(page, { readType: 'backfill', untilTime: END }, () => true)).toMatchObject({
    estimatedTotal: 6,
  });
});

it('leaves out of one without an end what earlier reads brought, less by how far the provider is behind', () => {
  const readBefore = { from: END - 1, to: END + 2_000 };
  const idsAt = (lagMillis: number) =>
    idsOf(leaveOutLater({ ...page, lagMillis }, { readType: 'backfill', untilTime: null, readBefore }, () => true));
  expect([idsAt(0), idsAt(1_500)]).toEqual([
    ['0', '4', '5'],
    ['0', '2', '3', '4', '5'],
  ]);
});

it('has nothing to do with other reads', () => {
  expect(leaveOutLater(page, { readType: 'backfill', untilTime: null }, () => false)).toBe(page);
  expect(leaveOutLater(page, { readType: 'triggered', untilTime: END }, () => false)).toBe(page);
});
