import { describe, expect, it } from '@jest/globals';
import { aProvider, aTarget, idsOf, readAll } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { parseJson } from '../../../lib/json/json.ts';
import { hasValue, type FieldFilter } from './field_filters.ts';
import { filterPlan, readPage } from './read.ts';

const things = [
  { id: 1, City: 'Oslo', owner: { name: 'Ada' }, active: true },
  { id: 2, City: 'oslo', owner: { name: 'Ada' }, active: false },
  { id: 3, City: 'Oslo', owner: { name: 'Bo' }, active: true, gone: null },
];
const filter = (fieldName: string, value: FieldFilter['value']) => ({ fieldName, value });

describe('field filters', () => {
  const read = async (reading: object, filters: FieldFilter[], fields: string[] = []) => {
    const send = scriptedSend({ body: { data: things } });
    const notes: string[] = [];
    const target = aTarget({ provider: aProvider(reading), filters, fields });
    const page = await readPage(target, null, send, { onInfer: (note) => notes.push(note) });
    return { ids: idsOf([page]), url: send.urls()[0] as URL, notes, page };
  };

  it('are asked of a provider whose file says how, and then believed', async () => {
    const { ids, url } = await read({ filters: { param: 'where[{field}]' } }, [filter('city', 'Bergen')]);
    expect(url.searchParams.get('where[city]')).toBe('Bergen');
    expect(ids).toEqual(['1', '2', '3']);
  });

  it('are applied to the answer where the provider has none', async () => {
    expect((await read({}, [filter('city', 'Oslo')])).ids).toEqual(['1', '3']);
    expect((await read({}, [filter('city', 'Oslo'), filter("$['owner']['name']", 'Ada')])).ids).toEqual(['1']);
    expect((await read({}, [filter('active', false)])).ids).toEqual(['2']);
  });

  it('are applied again where the provider is loose', async () => {
    const { ids, url } = await read({ filters: { param: '{field}', loose: true } }, [filter('city', 'Oslo')]);
    expect([url.searchParams.get('city'), ids]).toEqual(['Oslo', ['1', '3']]);
  });

  it('go to the provider by the name that it knows, in whatever case they were typed', async () => {
    const only = ['City', 'city_2'];
    const where = { param: 'q', quote: 'odata', filter: '{field} eq {value}', only };
    expect((await read({ filters: { param: '{field}', only } }, [filter('cITY', 'x')])).url.search).toBe('?City=x');
    expect((await read({ where }, [filter('CITY', 'x')])).url.searchParams.get('q')).toBe("City eq 'x'");
  });

  it('are kept from the provider for fields it does not filter by, for those inside others and for no value', async () => {
    const slot = { filters: { param: '{field}', only: ['City'] } };
    const asked = [
      filter('city', 'Oslo'),
      filter('active', true),
      filter("$['owner']['name']", 'Bo'),
      filter('gone', null),
    ];
    const { ids, url } = await read(slot, asked);
    expect([[...url.searchParams], ids]).toEqual([[['City', 'Oslo']], ['3']]);
    expect(filterPlan({ provider: aProvider(slot), objectName: 'things', filters: asked })).toEqual({
      pushed: [filter('City', 'Oslo')],
      here: asked.slice(1),
    });
  });

  describe('in a query language that passes over what it does not understand', () => {
    const where = { param: 'q', quote: 'search', filter: '{field}={value}', filterNull: 'no {field}', loose: true };

    it('are applied to the answer again, so that a field which is none delivers nothing', async () => {
      const { ids, url, notes } = await read({ where, total: 'data.length' }, [filter('town', 'Oslo')]);
      expect([url.searchParams.get('q'), ids]).toEqual(['town="Oslo"', []]);
      expect(notes).toContain('no record of a page has the field town that is filtered by');
      expect((await read({ where }, [filter('city', 'Oslo')])).ids).toEqual(['1', '3']);
    });

    it('are believed where the answer cannot tell: behind a reference, and of no value', async () => {
      const { ids, notes } = await read({ where }, [filter('owner', 5), filter('owner.rank', 1), filter('City', null)]);
      expect([ids, notes]).toEqual([['1', '2', '3'], []]);
    });

    it('look behind a reference where the answer shows what is there', async () => {
      expect((await read({ where }, [filter("$['owner']['name']", 'Ada')])).ids).toEqual(['1', '2']);
    });
  });

  it('ask for the fields that they look at', async () => {
    const { url } = await read(
      { fields: { param: 'fields', joinedBy: ',' } },
      [filter("$['owner']['name']", 'Ada')],
      ['City'],
    );
    expect(url.searchParams.get('fields')).toBe('City,owner');
  });

  it('take the narrower endpoint only for what that one can filter', async () => {
    const narrowed = { path: '/search', filters: { param: '{field}', only: ['City'] } };
    expect((await read({ narrowed }, [filter('City', 'Oslo')])).url.pathname).toBe('/api/search');
    expect((await read({ narrowed }, [filter('active', true)])).url.pathname).toBe('/api/things');
  });

  it('say when no record has the field, and count no total that is not theirs', async () => {
    const { ids, notes, page } = await read({ total: 'data.length' }, [filter('town', 'Oslo')]);
    expect([ids, page.total]).toEqual([[], undefined]);
    expect(notes).toContain('no record of a page has the field town that is filtered by');
  });

  it('do not end a read at a page of which nothing is left', async () => {
    const provider = aProvider({ paging: { kind: 'cursor', path: 'next', param: 'cursor' } });
    const send = scriptedSend({ body: { data: [{ id: 1, a: 1 }], next: 'x' } }, { body: { data: [{ id: 2, a: 2 }] } });
    expect(idsOf(await readAll(aTarget({ provider, filters: [filter('a', 2)] }), send))).toEqual(['2']);
  });
});

describe('a value', () => {
  const exact = (text: string) => new ExactNumber(text);
  it.each([
    ['text', 'text'],
    [5, 5],
    [5, exact('5.0')],
    ['5', 5],
    [5, '5'],
    ['true', true],
    [exact('12345678901234567890'), '12345678901234567890'],
    [['a', 'b'], 'b'],
    [null, null],
    [undefined, null],
  ])('%j is %j', (found, wanted) => {
    expect(hasValue(found, wanted)).toBe(true);
  });

  it.each([
    ['Text', 'text'],
    [' text', 'text'],
    ['5.0', '5'],
    [exact('12345678901234567890'), exact('12345678901234567891')],
    [parseJson('0.1000000000000000055'), 0.1],
    [true, 1],
    [false, null],
    ['', null],
    [0, null],
    [0, false],
    [{ a: 1 }, 'a'],
    [undefined, ''],
    [null, 'null'],
    [[], null],
  ])('%j is not %j', (found, wanted) => {
    expect(hasValue(found, wanted)).toBe(false);
  });
});
