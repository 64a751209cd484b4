import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec } from '../file/provider.ts';
import { readPage } from '../read/read.ts';

const read = async (spec: ObjectSpec, body: unknown, notes: string[] = []) =>
  await readPage(aTarget({ provider: aProvider(spec) }), null, scriptedSend({ body }), {
    now: Date.now,
    onInfer: (note) => notes.push(note),
  });

describe('list entries that must become records', () => {
  it('are unwrapped from the first key that is present', async () => {
    const body = { data: [{ lead: { id: 1 }, score: 3 }, { contact: { id: 2 } }] };
    const page = await read({ unwrap: ['lead', 'contact'] }, body);
    expect(page.records.map(({ raw }) => raw)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('get the key of a keyed list', async () => {
    const page = await read({ keyed: 'code', id: 'code' }, { data: { de: { label: 'Germany' }, fr: 'France' } });
    expect(page.records.map(({ raw }) => raw)).toEqual([
      { code: 'de', label: 'Germany' },
      { code: 'fr', value: 'France' },
    ]);
    expect(idsOf([page])).toEqual(['de', 'fr']);
  });

  it('are table rows with a header elsewhere or in the first row', async () => {
    const apart = { columns: [{ name: 'id' }, { name: 'sum' }], data: [[1, 2]] };
    expect((await read({ columns: { path: 'columns', name: 'name' } }, apart)).records[0]?.raw).toEqual({
      id: 1,
      sum: 2,
    });
    const first = {
      data: [
        ['id', 'sum'],
        [3, 4, 5],
      ],
    };
    expect((await read({ columns: {} }, first)).records.map(({ raw }) => raw)).toEqual([{ id: 3, sum: 4, column3: 5 }]);
    expect((await read({ columns: { row: 'no' }, id: 'no' }, first)).records.map(({ id }) => id)).toEqual(['1']);
  });

  it('are the entries of all nested lists', async () => {
    const body = { boxes: [{ things: [{ id: 1 }] }, { things: [] }, { things: [{ id: 2 }, { id: 3 }] }] };
    expect(idsOf([await read({ records: 'boxes[*].things' }, body)])).toEqual(['1', '2', '3']);
  });

  it('are the lists of all values of an object, or the list of one selected entry', async () => {
    const teams = { a1: [{ id: 1 }, { id: 2 }], b2: [], c3: [{ id: 3 }] };
    expect(idsOf([await read({ records: '[*]' }, teams)])).toEqual(['1', '2', '3']);
    expect(idsOf([await read({ records: 'by[*]' }, { by: teams })])).toEqual(['1', '2', '3']);
    const lists = [
      { alias: 'city', of: { rows: [{ id: 4 }] } },
      { alias: 'job', of: { rows: [{ id: 5 }] } },
    ];
    expect(idsOf([await read({ records: '[alias=job].of.rows' }, lists)])).toEqual(['5']);
    expect(idsOf([await read({ records: '[alias=none].of.rows' }, lists)])).toEqual([]);
  });

  it('get values of the entry around them', async () => {
    const body = {
      boxes: [
        { id: 'a', things: [{ id: 1 }] },
        { id: 'b', things: [{ id: 1 }] },
      ],
    };
    const page = await read({ records: 'boxes[*].things', outer: { box: 'id' }, id: '{box}/{id}' }, body);
    expect(idsOf([page])).toEqual(['a/1', 'b/1']);
    expect(page.records[1]?.fields).toEqual({ id: 1, box: 'b' });
  });
});

describe('lists of many kinds', () => {
  it('keep records with a value and skip records with another', async () => {
    const data = [
      { id: 1, kind: 'a' },
      { id: 2, kind: 'b' },
      { id: 3, kind: 'a', gone: true },
    ];
    expect(idsOf([await read({ keep: { path: 'kind', equals: 'a' } }, { data })])).toEqual(['1', '3']);
    expect(idsOf([await read({ keep: { path: 'kind', equals: 'a' }, skip: 'gone' }, { data })])).toEqual(['1']);
  });
});

describe('ids', () => {
  const data = [{ ts: '1.5', uri: 'https://acme.example/things/ab12?x=1', in: { channel: 'C1' } }];

  it('are composed of values, or the last segment of a URL', async () => {
    expect(idsOf([await read({ id: '{in.channel}-{ts}' }, { data })])).toEqual(['C1-1.5']);
    expect(idsOf([await read({ id: '{uri|last}' }, { data })])).toEqual(['ab12']);
  });

  it('are not composed if a part is missing', async () => {
    expect(idsOf([await read({ id: ['{gone}-{ts}', 'ts'] }, { data })])).toEqual(['1.5']);
  });

  it('are inferred and reported if no record has the declared id', async () => {
    const notes: string[] = [];
    expect(idsOf([await read({ id: 'id' }, { data: [{ thing_key: 'a' }, { thing_key: 'b' }] }, notes)])).toEqual([
      'a',
      'b',
    ]);
    expect(notes).toEqual([expect.stringContaining('thing_key')]);
  });

  it('are names or texts only if these are unique', async () => {
    const open = { id: 'id' };
    expect(idsOf([await read(open, { data: [{ text: 'a' }, { text: 'b' }] })])).toEqual(['a', 'b']);
    expect(idsOf([await read(open, { data: [{ text: 'a' }, { text: 'a' }] })])).toEqual([null, null]);
  });
});

describe('a response of an unknown path', () => {
  const ask = async (path: string, body: unknown) =>
    await readPage(aTarget({ provider: aProvider({}), objectName: path }), null, scriptedSend({ body }), {
      now: Date.now,
    });

  it('is unwrapped when every entry holds one record', async () => {
    const page = await ask('/api/orders', {
      list: [{ order: { id: 1 }, buyer: {} }, { order: { id: 2 } }],
      next_offset: null,
    });
    expect(page.records.map(({ raw }) => raw)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('is one record, not the list of its parts', async () => {
    expect(idsOf([await ask('/api/users/7', { id: 7, roles: [{ id: 'admin' }] })])).toEqual(['7']);
    expect(idsOf([await ask('/api/users/7/roles', { id: 7, roles: [{ id: 'admin' }] })])).toEqual(['admin']);
  });

  it('is empty if its list is empty, even beside a list of links', async () => {
    const links = [{ href: 'https://acme.example/api/plans', rel: 'self' }];
    expect(idsOf([await ask('/api/plans', { plans: [], links })])).toEqual([]);
    expect(idsOf([await ask('/api/plans', { links })])).toEqual([]);
    expect(idsOf([await ask('/api/plans', { code: 200, results: null })])).toEqual([]);
  });
});
