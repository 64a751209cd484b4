import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { readPage } from './read.ts';

const notes = aProvider({
  pageSize: { param: 'size', default: 50 },
  detail: { path: '/things/{record.id}', query: { whole: true }, record: 'thing', fields: ['text'], pageSize: 2 },
});
const list = { body: { data: [{ id: 'a/b', title: 'A' }] } };

describe('records with a detail request', () => {
  it('are requested one by one, in small pages, when a detail field is wanted', async () => {
    const send = scriptedSend(list, { body: { thing: { id: 'a/b', title: 'A', text: 'long' } } });
    const page = await readPage(aTarget({ provider: notes, fields: ['title', 'TEXT'] }), null, send, { now: Date.now });
    expect(page.records[0]?.raw).toEqual({ id: 'a/b', title: 'A', text: 'long' });
    expect(send.urls().map(({ pathname, search }) => pathname + search)).toEqual([
      '/api/things?size=2',
      '/api/things/a/b?whole=true',
    ]);
  });

  it('are not requested when the list has all wanted fields', async () => {
    const send = scriptedSend(list);
    const page = await readPage(aTarget({ provider: notes, fields: ['title'] }), null, send, { now: Date.now });
    expect([idsOf([page]), send.requests.length]).toEqual([['a/b'], 1]);
    expect(send.urls()[0]?.search).toBe('?size=50');
  });

  it('stay as listed when they were deleted since', async () => {
    const noted: string[] = [];
    const send = scriptedSend(list, { status: 404, body: {} });
    const target = aTarget({ provider: notes });
    const page = await readPage(target, null, send, { now: Date.now, onInfer: (note) => noted.push(note) });
    expect(page.records[0]?.raw).toEqual({ id: 'a/b', title: 'A' });
    expect(noted).toContain('a record of "things" was deleted after it was listed');
  });

  it('fail the page when the request fails', async () => {
    const reading = readPage(aTarget({ provider: notes }), null, scriptedSend(list, { status: 500, body: {} }), {
      now: Date.now,
    });
    await expect(reading).rejects.toMatchObject({ kind: 'providerFault' });
  });

  it('keep their ids from the list, and are not skipped again', async () => {
    const provider = aProvider({
      path: '/boxes/{parent.no}/things',
      each: [{ no: 7 }],
      id: '{parent.no}-{id}',
      keep: { path: 'kind', equals: 'open' },
      skip: 'gone',
      detail: { path: '/things/{record.id}', fields: ['text'] },
    });
    const listed = { body: { data: [{ id: 'a', kind: 'open', updated_at: '2026-01-01T00:00:00Z' }] } };
    const send = scriptedSend(listed, { body: { key: 'a', text: 'long', gone: true } });
    const page = await readPage(aTarget({ provider, fields: ['text'] }), null, send, { now: Date.now });
    expect(page.records).toMatchObject([
      { id: '7-a', updatedAt: '2026-01-01T00:00:00Z', fields: { text: 'long' }, raw: { key: 'a', text: 'long' } },
    ]);
  });
});
