import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec } from '../file/provider.ts';
import type { ReadTarget } from './read.ts';

const things = [
  { id: 1, kind: 'thing', at: '2026-01-01T00:00:00Z', city: 'Oslo' },
  { id: 2, kind: 'thing', at: '2026-01-01T00:00:00Z', city: 'Bergen' },
  { id: 3, kind: 'thing', at: '2025-01-01T00:00:00Z', city: 'Oslo' },
  { id: 4, kind: 'folder', at: '2026-01-01T00:00:00Z', city: 'Oslo' },
];
const picky: ObjectSpec = {
  keep: { path: 'kind', equals: 'thing' },
  updatedAt: 'at',
  since: { here: true },
};
const asked: Partial<ReadTarget> = {
  since: '2025-06-01T00:00:00Z',
  filters: [{ fieldName: 'city', value: 'Oslo' }],
};

describe('the skipped records of a page', () => {
  const counts = async (target: ReadTarget, ...answers: object[]) => {
    const pages = await readAll(target, scriptedSend(...answers.map((body) => ({ body }))));
    return pages.map(({ records, fetched, skipped }) => ({ fetched, records: records.length, skipped }));
  };

  it('are empty if all are wanted', async () => {
    expect(await counts(aTarget(), { data: recordsOf(1, 2) })).toEqual([{ fetched: 2, records: 2, skipped: {} }]);
  });

  it('have a reason each', async () => {
    const skipped = { otherKind: 1, outsideTime: 1, filteredOut: 1 };
    expect(await counts(aTarget({ provider: aProvider(picky), ...asked }), { data: things })).toEqual([
      { fetched: 4, records: 1, skipped },
    ]);
  });

  it('are counted for every parent, window and part', async () => {
    const provider = aProvider({ ...picky, path: '/lists/{parent.id}/things', each: 'lists' });
    Object.assign(provider.objects ?? {}, {
      lists: { path: '/lists', records: 'data', id: 'id', paging: { kind: 'none' } },
    });
    const skipped = { otherKind: 1, outsideTime: 1, filteredOut: 1 };
    expect(
      await counts(aTarget({ provider, ...asked }), { data: recordsOf('a', 'b') }, { data: things }, { data: things }),
    ).toEqual([0, 1].map(() => ({ fetched: 4, records: 1, skipped })));
  });

  it('include a repeated first page of a path without pages', async () => {
    const provider = aProvider({});
    const again = { things: recordsOf(1, 2), next_page: 2 };
    const target = aTarget({ provider, objectName: '/v1/things' });
    expect(await counts(target, again, again)).toEqual([
      { fetched: 2, records: 2, skipped: {} },
      { fetched: 2, records: 0, skipped: { repeatedPage: 2 } },
    ]);
  });
});
