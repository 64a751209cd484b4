import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf, readAll } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';

const provider = aProvider({
  updatedAt: 'at',
  since: { here: true, newestFirst: true },
  paging: { kind: 'page', param: 'page', totalPages: 'pages' },
});
const pageOf = (...days: number[]) => ({
  body: { pages: 9, data: days.map((day) => ({ id: day, at: `2026-01-0${day}T00:00:00Z` })) },
});

describe('a list that begins with the newest', () => {
  it('ends with the first page that reaches records older than since', async () => {
    const send = scriptedSend(pageOf(9, 8), pageOf(7, 3));
    const pages = await readAll(aTarget({ provider, since: '2026-01-05T00:00:00Z' }), send);
    expect(idsOf(pages)).toEqual(['9', '8', '7']);
  });

  it('is read to its end without since', async () => {
    const send = scriptedSend({ body: { pages: 2, data: pageOf(9).body.data } }, { body: { pages: 2, data: [] } });
    expect(idsOf(await readAll(aTarget({ provider }), send))).toEqual(['9']);
    expect(send.requests).toHaveLength(2);
  });
});
