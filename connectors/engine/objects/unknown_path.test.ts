import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, data, idsOf, readAll } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { Paging } from '../file/paging_facts.ts';

const target = (paging: Paging, records?: string) =>
  aTarget({
    provider: aProvider({}, { reading: { paging, ...(records !== undefined && { records }) } }),
    objectName: '/api/others',
  });

describe('a path that no object of the file has', () => {
  it("is paged the provider's way where the answer bears it out", async () => {
    const send = scriptedSend({ body: { list: data(1), mark: 'x' } }, { body: { list: data(2) } });
    expect(idsOf(await readAll(target({ kind: 'cursor', path: 'mark', param: 'from' }), send))).toEqual(['1', '2']);
    expect(send.requests[1]?.url).toBe('https://acme.example/api/others?from=x');
  });

  it.each<Paging>([
    { kind: 'offset', param: 'skip', total: 'total' },
    { kind: 'page', param: 'page', totalPages: 'pages' },
    { kind: 'lastId', param: 'after', more: 'more' },
  ])('is not counted on by %j when the answer says nothing of the kind', async (paging) => {
    const send = scriptedSend({ body: { list: data(1) } });
    expect(idsOf(await readAll(target(paging), send))).toEqual(['1']);
    expect(send.requests).toHaveLength(1);
  });

  it("is counted on when the answer names the provider's total", async () => {
    const send = scriptedSend({ body: { list: data(1), total: 2 } }, { body: { list: data(2), total: 2 } });
    expect(idsOf(await readAll(target({ kind: 'offset', param: 'skip', total: 'total' }), send))).toEqual(['1', '2']);
  });

  it("takes the provider's list of records, an empty one too, before it looks for another", async () => {
    const links = [{ id: 'self' }];
    const paging: Paging = { kind: 'auto' };
    const send = scriptedSend({ body: { others: [], links } }, { body: { things: data(3) } });
    expect(idsOf(await readAll(target(paging, '{object}'), send))).toEqual([]);
    expect(idsOf(await readAll(target(paging, '{object}'), send))).toEqual(['3']);
  });

  it('is counted on to an empty page where the provider counts without a word about the end', async () => {
    const send = scriptedSend({ body: { data: data(1) } }, { body: { data: data(2) } }, { body: { data: [] } });
    expect(idsOf(await readAll(target({ kind: 'page', param: 'page' }, 'data'), send))).toEqual(['1', '2']);
  });

  it('ends where page two is page one again, without its records twice', async () => {
    const send = scriptedSend({ body: { data: data(1, 2) } }, { body: { data: data(1, 2) } });
    expect(idsOf(await readAll(target({ kind: 'page', param: 'page' }, 'data'), send))).toEqual(['1', '2']);
  });
});
