import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../lib/json/json.ts';
import { aProvider, aTarget, known } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { titleCase } from '../field_descriptions/field_metadata.ts';
import { readMetadata } from './metadata.ts';

const described = (metadata: NonNullable<Parameters<typeof aProvider>[0]['metadata']>) =>
  aTarget({ provider: aProvider({ metadata }) });

describe('the fields of an object', () => {
  it('come from the metadata endpoint', async () => {
    const target = described({
      path: '/{object}/schema',
      fields: 'list',
      name: 'key',
      label: 'title',
      type: ['kind', 'look'],
      types: { text: 'string', 'pick.many': 'multiSelect', pick: 'singleSelect' },
      readOnly: { not: 'writable' },
      custom: { path: 'origin', equals: 'customer' },
      required: { all: ['needed', { not: 'filled' }] },
      choices: { list: 'options', value: 'id', label: 'text' },
    });
    const send = scriptedSend({
      body: {
        list: [
          { key: 'name', title: 'Name', kind: 'text', writable: true, origin: 'us', needed: true, filled: false },
          { key: 'tags', kind: 'pick', look: 'many', origin: 'customer', options: [{ id: 1, text: 'One' }, { id: 2 }] },
          { key: 'place', title: 'Place', kind: 'geo', writable: true, needed: true, filled: true },
          { title: 'No name' },
        ],
      },
    });
    const { name, displayName, fields } = await readMetadata(target, send, Date.now());
    expect([name, displayName, send.requests[0]?.url]).toEqual([
      'things',
      'Things',
      'https://acme.example/api/things/schema',
    ]);
    expect(Object.values(fields)).toEqual([
      {
        fieldName: 'name',
        displayName: 'Name',
        valueType: 'string',
        providerType: 'text',
        readOnly: false,
        isCustom: false,
        isRequired: true,
      },
      {
        fieldName: 'tags',
        displayName: 'Tags',
        valueType: 'multiSelect',
        providerType: 'pick.many',
        readOnly: true,
        isCustom: true,
        isRequired: false,
        values: [
          { value: '1', displayValue: 'One' },
          { value: '2', displayValue: '2' },
        ],
      },
      {
        fieldName: 'place',
        displayName: 'Place',
        valueType: 'other',
        providerType: 'geo',
        readOnly: false,
        isCustom: false,
        isRequired: false,
      },
    ]);
  });

  it('come from every page of the description', async () => {
    const target = described({
      path: '/schema',
      fields: 'list',
      paging: { kind: 'cursor', param: 'after', path: 'next' },
    });
    const send = scriptedSend({ body: { list: [{ name: 'a' }], next: 'x' } }, { body: { list: [{ name: 'b' }] } });
    expect(Object.keys((await readMetadata(target, send, Date.now())).fields)).toEqual(['a', 'b']);
    expect(send.urls()[1]?.search).toBe('?after=x');
  });

  it('never come from another host than the one that is connected', async () => {
    const target = described({ path: '/schema', fields: 'list', paging: { kind: 'nextUrl', path: 'next' } });
    const send = scriptedSend({ body: { list: [{ name: 'a' }], next: 'https://evil.example/more' } });
    await expect(readMetadata(target, send, Date.now())).rejects.toMatchObject({ kind: 'providerFault' });
  });

  it('fail if the metadata has endless pages', async () => {
    const target = described({
      path: '/schema',
      fields: 'list',
      paging: { kind: 'page', param: 'page', totalPages: 'pages' },
    });
    const send = scriptedSend(...Array.from({ length: 60 }, () => ({ body: { list: [{ name: 'a' }], pages: 1e9 } })));
    await expect(readMetadata(target, send, Date.now())).rejects.toMatchObject({ kind: 'providerFault' });
  });

  it('are inferred from records without an endpoint, and have no provider type', async () => {
    const record = parseJson(
      '{"id":7,"big":12345678901234567890,"share":0.5,"exact":1.0,"ok":true,"born":"2020-01-02","seen_at":"2020-01-02T03:04:05Z","at":"2020-01-02 03:04:05","createdBy":"x","none":null,"list":[1],"owner":{"id":"o1","sub":{"deep":1}}}',
    );
    const send = scriptedSend({ text: JSON.stringify({ data: ['R'] }).replace('"R"', JSON.stringify(record)) });
    const { fields } = await readMetadata(aTarget({ provider: aProvider({}) }), send, Date.now());
    const types = Object.fromEntries(Object.values(fields).map(({ fieldName, valueType }) => [fieldName, valueType]));
    expect(types).toEqual({
      id: 'int',
      big: 'string',
      share: 'float',
      exact: 'string',
      ok: 'boolean',
      born: 'date',
      seen_at: 'datetime',
      at: 'datetime',
      createdBy: 'string',
      none: 'other',
      list: 'other',
      owner: 'other',
      "$['owner']['id']": 'string',
    });
    expect(fields["$['owner']['id']"]?.displayName).toBe('Owner Id');
    expect(Object.values(fields).some(({ providerType }) => providerType !== undefined)).toBe(false);
  });

  it('distinguish integers beyond a double from fractions', async () => {
    const send = scriptedSend({ text: '{"data":[{"id":12345678901234567890,"share":0.1000000000000000055}]}' });
    const { fields } = await readMetadata(aTarget({ provider: aProvider({}) }), send, Date.now());
    expect([fields['id']?.valueType, fields['share']?.valueType]).toEqual(['int', 'float']);
  });

  it('are empty without a sample record', async () => {
    const { fields } = await readMetadata(
      aTarget({ provider: aProvider({}) }),
      scriptedSend({ body: { data: [] } }),
      Date.now(),
    );
    expect(fields).toEqual({});
  });

  it('carry a name like __proto__ without harm', async () => {
    const send = scriptedSend({ text: '{"data":[{"__proto__":{"polluted":true},"id":1}]}' });
    const { fields } = await readMetadata(aTarget({ provider: aProvider({}) }), send, Date.now());
    expect(Object.keys(fields)).toContain('__proto__');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('keep the described fields and add those of records', async () => {
    const target = described({ path: '/schema', fields: 'list', types: { text: 'string' }, sample: true });
    const send = scriptedSend(
      { body: { list: [{ name: 'Subject', type: 'text' }] } },
      { body: { data: [{ id: 1, subject: 'x' }] } },
    );
    const { fields } = await readMetadata(target, send, Date.now());
    expect(Object.values(fields)).toEqual([
      { fieldName: 'id', displayName: 'Id', valueType: 'int', isSampled: true },
      { fieldName: 'subject', displayName: 'Subject', valueType: 'string', providerType: 'text' },
    ]);
  });

  it('are returned without a refused addition', async () => {
    const target = described({
      path: '/schema',
      fields: 'list',
      also: [
        { path: '/required', required: 'names' },
        { path: '/stages', fields: ['stage'], choices: { list: 'all' } },
      ],
    });
    const list = { body: { list: [{ name: 'a' }, { name: 'stage' }] } };
    const refused = await readMetadata(target, scriptedSend(list, { status: 403 }, { status: 404 }), Date.now());
    expect(refused.fields['a']).not.toHaveProperty('isRequired');
    const told = await readMetadata(
      target,
      scriptedSend(list, { body: { names: ['a'] } }, { body: { all: ['x', 'y'] } }),
      Date.now(),
    );
    expect([told.fields['a']?.isRequired, told.fields['stage']?.isRequired]).toEqual([true, false]);
    expect(told.fields['stage']?.values).toHaveLength(2);
    await expect(
      readMetadata(target, scriptedSend(list, { status: 401 }, { status: 404 }), Date.now()),
    ).rejects.toMatchObject({
      kind: 'credentials',
    });
  });
});

describe('salesforce', () => {
  it('describes any object, and fails for a missing one', async () => {
    const send = scriptedSend({
      body: { compositeResponse: [{ body: [{ errorCode: 'NOT_FOUND', message: 'The resource does not exist' }] }] },
    });
    const target = known('salesforce', '../../Account', { variables: { workspace: 'acme' } });
    await expect(readMetadata(target, send, Date.now())).rejects.toMatchObject({ kind: 'notFound' });
    const body = JSON.parse(send.requests[0]?.body ?? '{}') as { compositeRequest: { url: string }[] };
    expect(body.compositeRequest[0]?.url).toBe('/services/data/v60.0/sobjects/Account/describe');
  });
});

describe('pipedrive', () => {
  const priority = { key: 'priority', name: 'Priority', field_type: 'enum', bulk_edit_allowed: false };
  const more = { additional_data: { pagination: { more_items_in_collection: true, next_start: 500 } } };

  it('describes fields of v1 page after page', async () => {
    const send = scriptedSend(
      { body: { data: [{ ...priority, options: [{ id: 24, label: 'Low' }] }], ...more } },
      { body: { data: [{ key: 'title', name: 'Title', field_type: 'varchar', bulk_edit_allowed: true }] } },
    );
    const { fields } = await readMetadata(known('pipedrive', 'deals'), send, Date.now());
    expect(send.urls().map(({ pathname, search }) => pathname + search)).toEqual([
      '/v1/dealFields?limit=500',
      '/v1/dealFields?limit=500&start=500',
    ]);
    expect(fields['priority']).toMatchObject({
      displayName: 'Priority',
      valueType: 'singleSelect',
      readOnly: true,
      values: [{ value: '24', displayValue: 'Low' }],
    });
    expect(fields['title']).toMatchObject({ valueType: 'string', readOnly: false });
  });

  it('describes fields of v2 in its own format', async () => {
    const send = scriptedSend({
      body: { data: [{ field_code: 'x1', field_name: 'Shoe', field_type: 'double', is_custom_field: true }] },
    });
    const { fields } = await readMetadata(known('pipedrive', 'persons', { module: 'crm' }), send, Date.now());
    expect(send.urls()[0]?.pathname).toBe('/api/v2/personFields');
    expect(fields['x1']).toMatchObject({ displayName: 'Shoe', valueType: 'float', isCustom: true });
  });

  it('adds fields of a record to the known fields of an object without metadata', async () => {
    const send = scriptedSend({ body: { data: [{ id: 1, shade: 0.5 }] } });
    const { fields } = await readMetadata(known('pipedrive', 'leadLabels'), send, Date.now());
    expect(fields).toMatchObject({ shade: { valueType: 'float' }, name: { valueType: 'string' } });
  });
});

describe('zendesk', () => {
  const at = (objectName: string) => known('zendeskSupport', objectName, { variables: { workspace: 'acme' } });

  it('describes custom fields of tickets by title, with the standard fields', async () => {
    const topic = { id: 7, title: 'Topic', type: 'tagger', custom_field_options: [{ name: 'Issue', value: 'issue' }] };
    const send = scriptedSend({ body: { ticket_fields: [topic, { id: 8, title: 'Status', type: 'status' }] } });
    const { fields } = await readMetadata(at('tickets'), send, Date.now());
    expect(fields['Topic']).toMatchObject({ valueType: 'singleSelect', values: [{ value: 'issue' }] });
    expect(fields['status']).toMatchObject({ displayName: 'Status', providerType: 'status' });
    expect(fields['assignee_id']).toEqual({
      fieldName: 'assignee_id',
      displayName: 'Assignee Id',
      valueType: 'int',
    });
    expect(Object.keys(fields).filter((name) => name.toLowerCase() === 'status')).toHaveLength(1);
  });

  it('names fields of users by the path of their values', async () => {
    const send = scriptedSend(
      { body: { user_fields: [{ key: 'shoe', title: 'Shoe size', type: 'integer' }] } },
      { body: { users: [{ id: 1, email: 'a@b.example', user_fields: { shoe: 41 } }], end_of_stream: true } },
    );
    const { fields } = await readMetadata(at('users'), send, Date.now());
    expect(fields["$['user_fields']['shoe']"]).toMatchObject({ displayName: 'Shoe size', valueType: 'int' });
    expect(fields['email']).toMatchObject({ valueType: 'string' });
  });
});

describe('fields of a windowed list', () => {
  it('are sampled in the last windows, as the first ones are years old', async () => {
    const provider = aProvider({
      windows: { days: 10, backDays: 1000 },
      since: { param: 'from', format: 'date' },
      until: { param: 'to', format: 'date' },
    });
    const send = scriptedSend({ body: { data: [] } }, { body: { data: [{ id: 1, colour: 'red' }] } });
    const { fields } = await readMetadata(aTarget({ provider }), send, Date.UTC(2026, 0, 31));
    expect(fields['colour']).toMatchObject({ valueType: 'string' });
    expect(send.urls()[0]?.searchParams.get('from')).toBe('2026-01-01');
  });
});

describe('titleCase', () => {
  it.each([
    ['created_at', 'Created At'],
    ['createdAt', 'Created At'],
    ["$['owner']['full_name']", 'Owner Full Name'],
    ['été', 'Été'],
    ['__', '__'],
  ])('writes %s as %s', (name, title) => expect(titleCase(name)).toBe(title));
});
