import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec } from '../file/provider.ts';
import { readPage } from '../read/read.ts';

const target = (spec: ObjectSpec) => aTarget({ provider: aProvider(spec) });

describe('responses that are not JSON', () => {
  it('are parsed as CSV if the file declares it', async () => {
    const send = scriptedSend({ text: 'id,name\n007,"Bond, James"\n' });
    const page = await readPage(target({ format: 'csv', records: '' }), null, send, { now: Date.now });
    expect(page.records).toEqual([expect.objectContaining({ id: '007', raw: { id: '007', name: 'Bond, James' } })]);
    expect(send.requests[0]?.headers).toMatchObject({ Accept: expect.stringContaining('text/csv') });
  });

  it('are parsed as NDJSON with exact numbers', async () => {
    const send = scriptedSend({ text: '{"id":1}\n{"id":12345678901234567890}\n' });
    expect(idsOf([await readPage(target({ format: 'ndjson', records: '' }), null, send, { now: Date.now })])).toEqual([
      '1',
      '12345678901234567890',
    ]);
  });

  it('fail when they are truncated', async () => {
    const cut = scriptedSend({ text: '{"id":1}\n{"i' });
    await expect(
      readPage(target({ format: 'ndjson', records: '' }), null, cut, { now: Date.now }),
    ).rejects.toMatchObject({
      kind: 'providerFault',
    });
  });

  it('are parsed by content type, and the engine reports that', async () => {
    const notes: string[] = [];
    const send = scriptedSend({ text: 'id\n1\n', headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const page = await readPage(target({ records: '' }), null, send, {
      now: Date.now,
      onInfer: (note) => notes.push(note),
    });
    expect(idsOf([page])).toEqual(['1']);
    expect(notes).toEqual(['the response format is csv']);
  });

  it('may be XML: one element is one record, no element an empty list', async () => {
    const facts = {
      format: 'xml',
      send: 'xml',
      method: 'POST',
      records: 'answer.data.thing',
      body: { ask: { name: 'a<b' } },
    } as const;
    const read = async (data: string) => {
      const send = scriptedSend({ text: `<answer><data>${data}</data></answer>` });
      const page = await readPage(target(facts), null, send, { now: Date.now });
      expect(send.requests[0]?.body).toContain('<ask><name>a&lt;b</name></ask>');
      return idsOf([page]);
    };
    expect(await read('<thing><id>1</id></thing>')).toEqual(['1']);
    expect(await read('<thing><id>1</id></thing><thing><id>2</id></thing>')).toEqual(['1', '2']);
    expect(await read('')).toEqual([]);
    const astray = scriptedSend({ text: '<answer><other/></answer>' });
    await expect(
      readPage(target({ ...facts, records: 'answer.data.thing' }), null, astray, { now: Date.now }),
    ).rejects.toMatchObject({
      kind: 'providerFault',
    });
  });

  it('may be JSON errors, whatever the declared format', async () => {
    const send = scriptedSend({
      status: 401,
      body: { message: 'no' },
      headers: { 'content-type': 'application/json' },
    });
    await expect(readPage(target({ format: 'csv', records: '' }), null, send, { now: Date.now })).rejects.toMatchObject(
      {
        kind: 'credentials',
        message: expect.stringContaining('no'),
      },
    );
  });
});
