import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../lib/json/json.ts';
import { aProvider, aTarget, idsOf, NOW, readAll, recordsOf } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import type { ObjectSpec, Provider } from '../file/provider.ts';
import { readPage } from '../read/read.ts';

/** A provider whose objects are all read with one query text. */
function queried(spec: ObjectSpec = {}, more: Partial<Provider> = {}): Provider {
  return aProvider(
    {},
    {
      objects: {},
      anyObject: 'query',
      styles: {
        query: {
          path: '/query',
          query: { q: 'SELECT {fields} FROM {object}{where} FROM ROW {row} TAKE {size}' },
          records: 'rows.{object}',
          id: 'id',
          fields: { in: 'text', param: 'fields', joinedBy: ', ', always: ['id'], nestedBy: '.' },
          selection: '*',
          where: {
            in: 'text',
            param: 'where',
            quote: 'soql',
            prefix: ' WHERE ',
            since: 'changed > {value}',
            until: 'changed <= {value}',
            filter: '{field} = {value}',
            filterNull: '{field} IS NULL',
          },
          pageSize: { in: 'text', param: 'size', default: 2 },
          paging: { kind: 'offset', in: 'text', param: 'row', first: 1, more: 'more' },
          ...spec,
        },
      },
      ...more,
    },
  );
}
const asked = async (target: Parameters<typeof aTarget>[0], provider = queried()) => {
  const send = scriptedSend({ body: { rows: { Contact: recordsOf(1) } } });
  await readPage(aTarget({ provider, objectName: 'Contact', ...target }), null, send, { now: () => NOW });
  return send.urls()[0]?.searchParams.get('q');
};

describe('texts of query languages', () => {
  it('contain the object, and all fields when none is requested', async () => {
    expect(await asked({})).toBe('SELECT * FROM Contact FROM ROW 1 TAKE 2');
  });

  it('contain each requested field once, regardless of case, and those that the engine needs', async () => {
    expect(await asked({ fields: ['Name', 'ID', "$['owner']['email']", 'name'] })).toBe(
      'SELECT id, Name, owner.email FROM Contact FROM ROW 1 TAKE 2',
    );
  });

  it('join the bounds and the filters', async () => {
    const bounds = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T01:00:00+01:00' };
    const filters = [
      { fieldName: 'name', value: 'Ann' },
      { fieldName: "$['owner']['age']", value: 40 },
      { fieldName: 'left', value: null },
      { fieldName: 'active', value: true },
    ];
    expect(await asked({ ...bounds, filters })).toBe(
      'SELECT * FROM Contact WHERE changed > 2026-01-01T00:00:00.000Z AND changed <= 2026-01-02T00:00:00.000Z ' +
        "AND name = 'Ann' AND owner.age = 40 AND left IS NULL AND active = true FROM ROW 1 TAKE 2",
    );
  });

  it('count rows inside the text', async () => {
    const send = scriptedSend(
      { body: { rows: { Contact: recordsOf(1, 2) }, more: true } },
      { body: { rows: { Contact: recordsOf(3) }, more: false } },
    );
    const pages = await readAll(aTarget({ provider: queried(), objectName: 'Contact' }), send);
    expect(idsOf(pages)).toEqual(['1', '2', '3']);
    expect(send.urls().map((url) => /ROW (\d+)/.exec(url.searchParams.get('q') ?? '')?.[1])).toEqual(['1', '3']);
  });

  it.each([
    ["' OR id != '", "name = '\\' OR id != \\''"],
    ["\\' OR id != null OR name = '", "name = '\\\\\\' OR id != null OR name = \\''"],
    ['{where}{object}{fields}', "name = '{where}{object}{fields}'"],
    ["$&$'$`", "name = '$&$\\'$`'"],
    ['a\nb', "name = 'a\\nb'"],
  ])('escape the value %j', async (value, written) => {
    expect(await asked({ filters: [{ fieldName: 'name', value }] })).toBe(
      `SELECT * FROM Contact WHERE ${written} FROM ROW 1 TAKE 2`,
    );
  });

  it.each(['id FROM User--', 'name, secret', "x') OR ('1'='1", '', '(SELECT id FROM Users)', 'a;b', '{object}'])(
    'take %j for no field',
    async (name) => {
      await expect(asked({ fields: [name] })).rejects.toMatchObject({ kind: 'badRequest' });
      await expect(asked({ filters: [{ fieldName: name, value: 1 }] })).rejects.toMatchObject({ kind: 'badRequest' });
    },
  );

  it.each(['Contact WHERE 1=1', "Contact'", '(SELECT id FROM User)', 'Contact,User', '1Contact'])(
    'take %j for no object',
    async (objectName) => {
      await expect(asked({ objectName })).rejects.toMatchObject({ kind: 'notFound' });
    },
  );

  it('refuse a value that holds a NUL', async () => {
    await expect(asked({ filters: [{ fieldName: 'name', value: 'a\u0000b' }] })).rejects.toMatchObject({
      kind: 'badRequest',
    });
  });

  it("spell an unlisted object in the provider's way", async () => {
    const provider = queried({ naming: { case: 'pascal', number: 'singular' } });
    expect(await asked({ objectName: 'contacts' }, provider)).toContain('FROM Contact FROM');
  });

  it('work in bodies too, where a text of one placeholder keeps its type', async () => {
    const body = { query: 'from {object} {where}', take: '{size}', own: '{kind}', other: 'of a {nobody} knows' };
    const provider = queried({ method: 'POST', query: {}, body, texts: { kind: 'wide' } });
    const send = scriptedSend({ body: { rows: { Contact: recordsOf(1) } } });
    await readPage(aTarget({ provider, objectName: 'Contact' }), null, send, { now: Date.now });
    expect(parseJson(send.requests[0]?.body ?? '')).toEqual({
      query: 'from Contact ',
      take: 2,
      own: 'wide',
      other: 'of a {nobody} knows',
    });
  });

  it('request all described fields if the language has no "select all"', async () => {
    const provider = queried({ selection: 'described' }, { metadata: { path: '/{object}/fields', fields: 'fields' } });
    const send = scriptedSend(
      { body: { fields: [{ name: 'id' }, { name: 'mail' }] } },
      { body: { rows: { Contact: recordsOf(1) } } },
    );
    await readPage(aTarget({ provider, objectName: 'Contact' }), null, send, { now: Date.now });
    expect(send.urls()[0]?.pathname).toBe('/api/Contact/fields');
    expect(send.urls()[1]?.searchParams.get('q')).toContain('SELECT id, mail FROM');
  });
});

describe('conditions as a parameter', () => {
  const filtered = (quote: 'odata' | 'serviceNow' | 'search' | 'scim') =>
    aProvider({
      where: {
        param: 'filter',
        quote,
        always: 'kept',
        since: 'changed gt {value}',
        filter: '{field} eq {value}',
        joinedBy: ' and ',
        time: 'sqlUtc',
      },
    });
  const filterOf = async (quote: Parameters<typeof filtered>[0], value: string | number, fieldName = 'name') => {
    const send = scriptedSend({ body: { data: [] } });
    const filters = [{ fieldName, value }];
    await readPage(aTarget({ provider: filtered(quote), since: '2026-01-01T00:00:00Z', filters }), null, send, {
      now: Date.now,
    });
    return send.urls()[0]?.searchParams.get('filter');
  };

  it.each([
    ['odata', "O'Hara or 1 eq 1", "'O''Hara or 1 eq 1'"],
    ['search', 'a" OR tag:"b\\', '"a\\" OR tag:\\"b\\\\"'],
    ['scim', 'a" or id pr or b eq "', '"a\\" or id pr or b eq \\""'],
    ['serviceNow', 'a^ORactive=true', 'a^^ORactive=true'],
  ] as const)('escape a value of %s', async (quote, value, written) => {
    expect(await filterOf(quote, value)).toBe(`kept and changed gt 2026-01-01 00:00:00 and name eq ${written}`);
  });

  it('refuse a script as a value', async () => {
    await expect(filterOf('serviceNow', ' JavaScript:gs.getUserID()')).rejects.toMatchObject({ kind: 'badRequest' });
  });

  it.each(['NQactive', 'ORsys_id', 'ORDERBYname', 'nameSTARTSWITH', 'owner.NQname', 'EQ'])(
    'take %j for no field of serviceNow, where words of the language stand right before a name',
    async (name) => {
      await expect(filterOf('serviceNow', 1, name)).rejects.toMatchObject({ kind: 'badRequest' });
    },
  );

  it('accept names of serviceNow, also behind a reference', async () => {
    expect(await filterOf('serviceNow', 1, 'order')).toContain('order eq 1');
    expect(await filterOf('serviceNow', 1, 'u_owner.x_12_rank')).toContain('u_owner.x_12_rank eq 1');
  });

  it.each(['OR', 'not', 'And', 'null', 'true'])('refuse the word %j as a field in every language', async (name) => {
    await expect(filterOf('search', 1, name)).rejects.toMatchObject({ kind: 'badRequest' });
  });

  it("write nested names in the language's notation", async () => {
    expect(await filterOf('odata', 5, "$['owner']['id']")).toContain('owner/id eq 5');
  });
});

describe('field filters', () => {
  const records = [
    { id: 1, state: 'open', size: 12 },
    { id: 2, State: 'open', size: 13 },
    { id: 3, state: null },
  ];

  it.each([
    [{ fieldName: 'state', value: 'open' }, ['1', '2']],
    [{ fieldName: 'size', value: '13' }, ['2']],
    [{ fieldName: 'state', value: null }, ['3']],
  ])('are applied by the engine if the provider has none: %j', async (filter, ids) => {
    const notes: string[] = [];
    const send = scriptedSend({ body: { data: records } });
    const page = await readPage(aTarget({ filters: [filter] }), null, send, {
      now: Date.now,
      onInfer: (note) => notes.push(note),
    });
    expect(idsOf([page])).toEqual(ids);
  });

  it('are pushed only for supported fields; other filtered fields are requested and compared', async () => {
    const provider = aProvider({
      fields: { param: 'fields', joinedBy: ',' },
      filters: { param: '{field}', only: ['state'] },
    });
    const send = scriptedSend({ body: { data: records } });
    const filters = [
      { fieldName: 'state', value: 'open' },
      { fieldName: 'size', value: 12 },
    ];
    const page = await readPage(aTarget({ provider, fields: ['id'], filters }), null, send, { now: Date.now });
    expect(Object.fromEntries(send.urls()[0]?.searchParams ?? [])).toEqual({ state: 'open', fields: 'id,size' });
    expect(idsOf([page])).toEqual(['1']);
  });

  it('become items of a list in the body', async () => {
    const provider = aProvider({
      method: 'POST',
      filters: { append: 'domain', item: ['{field}', '=', '{value}'] },
      since: { append: 'domain', item: ['changed', '>', '{value}'], format: 'sqlUtc' },
    });
    const send = scriptedSend({ body: { data: [] } });
    const filters = [{ fieldName: 'state', value: 'open' }];
    await readPage(aTarget({ provider, since: '2026-01-01T00:00:00Z', filters }), null, send, { now: Date.now });
    expect(parseJson(send.requests[0]?.body ?? '')).toEqual({
      domain: [
        ['changed', '>', '2026-01-01 00:00:00'],
        ['state', '=', 'open'],
      ],
    });
  });
});

describe('headers', () => {
  it('take variables, constants and bounds, on next pages too', async () => {
    const provider = aProvider(
      {
        headers: { 'X-Tenant': '{{.tenant}}', 'X-Version': '{{.version}}' },
        since: { in: 'header', param: 'If-Modified-Since', format: 'rfc3339Seconds' },
        paging: { kind: 'nextUrl', path: 'next' },
      },
      { variables: [{ name: 'tenant' }], constants: { version: 'v7' } },
    );
    const send = scriptedSend(
      { body: { data: recordsOf(1), next: '/api/things?p=2' } },
      { body: { data: recordsOf(2) } },
    );
    const target = aTarget({ provider, variables: { tenant: 'acme' }, since: '2026-01-01T00:00:00Z' });
    await readAll(target, send);
    for (const { headers } of send.requests)
      expect(headers).toMatchObject({
        'X-Tenant': 'acme',
        'X-Version': 'v7',
        'If-Modified-Since': '2026-01-01T00:00:00Z',
      });
  });
});
