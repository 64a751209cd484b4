import { describe, expect, it } from '@jest/globals';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { parseJson } from '../../../lib/json/json.ts';
import { aProvider, aTarget, idsOf, readAll } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { FieldFilter } from '../request/pushed_filters.ts';
import { hasValue } from './field_filters.ts';
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
    const page = await readPage(target, null, send, { now: Date.now, onInfer: (note) => notes.push(note) });
    return { ids: idsOf([page]), url: send.urls()[0] as URL, notes, page };
  };

  it('are pushed to a provider whose file declares how, and then trusted', async () => {
    const { ids, url } = await read({ filters: { param: 'where[{field}]' } }, [filter('city', 'Bergen')]);
    expect(url.searchParams.get('where[city]')).toBe('Bergen');
    expect(ids).toEqual(['1', '2', '3']);
  });

  it('are applied to the response if the provider has no filter', async () => {
    expect((await read({}, [filter('city', 'Oslo')])).ids).toEqual(['1', '3']);
    expect((await read({}, [filter('city', 'Oslo'), filter("$['owner']['name']", 'Ada')])).ids).toEqual(['1']);
    expect((await read({}, [filter('active', false)])).ids).toEqual(['2']);
  });

  it('are applied again if the provider is loose', async () => {
    const { ids, url } = await read({ filters: { param: '{field}', loose: true } }, [filter('city', 'Oslo')]);
    expect([url.searchParams.get('city'), ids]).toEqual(['Oslo', ['1', '3']]);
  });

  it("are sent with the provider's spelling of the field name", async () => {
    const only = ['City', 'city_2'];
    const where = { param: 'q', quote: 'odata', filter: '{field} eq {value}', only };
    expect((await read({ filters: { param: '{field}', only } }, [filter('cITY', 'x')])).url.search).toBe('?City=x');
    expect((await read({ where }, [filter('CITY', 'x')])).url.searchParams.get('q')).toBe("City eq 'x'");
  });

  it('are not pushed for unsupported fields, nested fields and null', async () => {
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
      byEngine: asked.slice(1),
    });
  });

  describe('in a query language that ignores unknown conditions', () => {
    const where = { param: 'q', quote: 'search', filter: '{field}={value}', filterNull: 'no {field}', loose: true };

    it('are applied again, so that an unknown field delivers nothing', async () => {
      const { ids, url, notes } = await read({ where, total: 'data.length' }, [filter('town', 'Oslo')]);
      expect([url.searchParams.get('q'), ids]).toEqual(['town="Oslo"', []]);
      expect(notes).toContain('no record of a page has the filtered field town');
      expect((await read({ where }, [filter('city', 'Oslo')])).ids).toEqual(['1', '3']);
    });

    it('are trusted if the response cannot show it: behind a reference, and for null', async () => {
      const { ids, notes } = await read({ where }, [filter('owner', 5), filter('owner.rank', 1), filter('City', null)]);
      expect([ids, notes]).toEqual([['1', '2', '3'], []]);
    });

    it('check a field behind a reference if the response contains it', async () => {
      expect((await read({ where }, [filter("$['owner']['name']", 'Ada')])).ids).toEqual(['1', '2']);
    });
  });

  it('request the fields that they need', async () => {
    const { url } = await read(
      { fields: { param: 'fields', joinedBy: ',' } },
      [filter("$['owner']['name']", 'Ada')],
      ['City'],
    );
    expect(url.searchParams.get('fields')).toBe('City,owner');
  });

  it('use the narrowed endpoint only for filters that it supports', async () => {
    const narrowed = { path: '/search', filters: { param: '{field}', only: ['City'] } };
    expect((await read({ narrowed }, [filter('City', 'Oslo')])).url.pathname).toBe('/api/search');
    expect((await read({ narrowed }, [filter('active', true)])).url.pathname).toBe('/api/things');
  });

  it('report when no record has the field, and omit the total', async () => {
    const { ids, notes, page } = await read({ total: 'data.length' }, [filter('town', 'Oslo')]);
    expect([ids, page.total]).toEqual([[], undefined]);
    expect(notes).toContain('no record of a page has the filtered field town');
  });

  it('do not end a read at a page without matches', async () => {
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
  ])('%j matches %j', (found, wanted) => {
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
  ])('%j does not match %j', (found, wanted) => {
    expect(hasValue(found, wanted)).toBe(false);
  });
});
