import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { Paging } from '../file/paging_facts.ts';

const target = (paging: Paging, records?: string) =>
  aTarget({
    provider: aProvider({}, { reading: { paging, ...(records !== undefined && { records }) } }),
    objectName: '/api/others',
  });

describe('an undeclared path', () => {
  it("uses the provider's paging if the response confirms it", async () => {
    const send = scriptedSend({ body: { list: recordsOf(1), mark: 'x' } }, { body: { list: recordsOf(2) } });
    expect(idsOf(await readAll(target({ kind: 'cursor', path: 'mark', param: 'from' }), send))).toEqual(['1', '2']);
    expect(send.requests[1]?.url).toBe('https://acme.example/api/others?from=x');
  });

  it.each<Paging>([
    { kind: 'offset', param: 'skip', total: 'total' },
    { kind: 'page', param: 'page', totalPages: 'pages' },
    { kind: 'lastId', param: 'after', more: 'more' },
  ])('does not count with %j without a total or flag in the response', async (paging) => {
    const send = scriptedSend({ body: { list: recordsOf(1) } });
    expect(idsOf(await readAll(target(paging), send))).toEqual(['1']);
    expect(send.requests).toHaveLength(1);
  });

  it("counts if the response has the provider's total", async () => {
    const send = scriptedSend({ body: { list: recordsOf(1), total: 2 } }, { body: { list: recordsOf(2), total: 2 } });
    expect(idsOf(await readAll(target({ kind: 'offset', param: 'skip', total: 'total' }), send))).toEqual(['1', '2']);
  });

  it("prefers the provider's records path, even if that list is empty", async () => {
    const links = [{ id: 'self' }];
    const paging: Paging = { kind: 'auto' };
    const send = scriptedSend({ body: { others: [], links } }, { body: { things: recordsOf(3) } });
    expect(idsOf(await readAll(target(paging, '{object}'), send))).toEqual([]);
    expect(idsOf(await readAll(target(paging, '{object}'), send))).toEqual(['3']);
  });

  it('counts to an empty page if the provider does not mark the end', async () => {
    const send = scriptedSend(
      { body: { data: recordsOf(1) } },
      { body: { data: recordsOf(2) } },
      { body: { data: [] } },
    );
    expect(idsOf(await readAll(target({ kind: 'page', param: 'page' }, 'data'), send))).toEqual(['1', '2']);
  });

  it('ends when page two repeats page one, and delivers its records once', async () => {
    const send = scriptedSend({ body: { data: recordsOf(1, 2) } }, { body: { data: recordsOf(1, 2) } });
    expect(idsOf(await readAll(target({ kind: 'page', param: 'page' }, 'data'), send))).toEqual(['1', '2']);
  });
});
