import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { CustomFields } from '../file/record_facts.ts';
import { readPage } from './read.ts';

const names = { path: '/fields', records: 'data', key: 'id', name: 'label' };
const target = (customFields: CustomFields, ...fields: string[]) =>
  aTarget({ provider: aProvider({ customFields }), fields });

describe('custom fields', () => {
  it('get their display names, wherever the record stores them', async () => {
    const raw = { id: 1, label: 'own', custom: { f1: 'red' }, list: [{ no: 'f2', val: { text: 'x' } }], 'cf.f3': 3 };
    const described = {
      data: [
        { id: 'f1', label: 'Colour' },
        { id: 'f2', label: 'Note' },
        { id: 'f3', label: 'Size' },
      ],
    };
    const read = async (facts: CustomFields, name: string) => {
      const send = scriptedSend({ body: { data: [raw] } }, { body: described });
      return (await readPage(target(facts, name), null, send, { now: Date.now })).records[0]?.fields[name];
    };
    expect(await read({ from: 'custom', names }, 'Colour')).toBe('red');
    expect(await read({ from: 'list', key: 'no', value: 'val.text', names }, 'Note')).toBe('x');
    expect(await read({ names: { ...names, prefix: 'cf.' } }, 'Size')).toBe(3);
  });

  it('never replace a standard field', async () => {
    const send = scriptedSend(
      { body: { data: [{ id: 1, custom: { f1: 9, f2: 'b' } }] } },
      {
        body: {
          data: [
            { id: 'f1', label: 'id' },
            { id: 'f2', label: 'B' },
          ],
        },
      },
    );
    const page = await readPage(target({ from: 'custom', names }, 'B'), null, send, { now: Date.now });
    expect(page.records[0]?.fields).toMatchObject({ id: 1, B: 'b' });
    expect(idsOf([page])).toEqual(['1']);
  });

  it('need no call if the record contains their names', async () => {
    const send = scriptedSend({ body: { data: [{ id: 1, list: [{ name: 'Stage', shown: 'Won' }] }] } });
    const page = await readPage(target({ from: 'list', key: 'name', value: 'shown' }, 'stage'), null, send, {
      now: Date.now,
    });
    expect(page.records[0]?.fields['Stage']).toBe('Won');
    expect(send.requests).toHaveLength(1);
  });

  it('are found on every page of names', async () => {
    const paged = { ...names, paging: { kind: 'cursor', path: 'next', param: 'after' } as const };
    const send = scriptedSend(
      { body: { data: [{ id: 1, custom: { f2: 'b' } }] } },
      { body: { data: [{ id: 'f1', label: 'A' }], next: 'n' } },
      { body: { data: [{ id: 'f2', label: 'B' }] } },
    );
    const page = await readPage(target({ from: 'custom', names: paged }, 'B'), null, send, { now: Date.now });
    expect(page.records[0]?.fields['B']).toBe('b');
    expect(send.urls()[2]?.searchParams.get('after')).toBe('n');
  });
});
