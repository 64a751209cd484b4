import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { cursorFromToken } from './cursor_from_token.ts';
import { readPage } from './read.ts';

const counted = { paging: { kind: 'offset', param: 'offset' } } as const;

async function secondUrl(token: string) {
  const target = aTarget({ provider: aProvider(counted) });
  const send = scriptedSend({ body: { data: recordsOf(1, 2) } }, { body: { data: [] } });
  const page = await readPage(target, cursorFromToken(target, token), send, { now: Date.now });
  await readPage(target, page.next, send, { now: Date.now });
  return send.urls().map(({ pathname, search }) => pathname + search);
}

describe('a read that starts from a token of the provider', () => {
  it('counts from a number', async () => {
    expect(await secondUrl('40')).toEqual(['/api/things?offset=40', '/api/things?offset=42']);
  });

  it('counts from a relative URL, whose counter may be missing at its first value', async () => {
    expect((await secondUrl('api/things?limit=2'))[0]).toBe('/api/things?limit=2&offset=0');
    expect((await secondUrl('api/things?limit=2&offset=6'))[1]).toBe('/api/things?offset=8');
  });

  it('extracts the counter from a URL for a request with a body', async () => {
    const target = aTarget({ provider: aProvider({ ...counted, method: 'POST' }) });
    const send = scriptedSend({ body: { data: recordsOf(1) } });
    await readPage(target, cursorFromToken(target, 'x?limit=5&offset=7'), send, { now: Date.now });
    expect(send.requests[0]?.body).toBe('{"offset":7}');
  });
});
