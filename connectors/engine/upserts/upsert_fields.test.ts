import { describe, expect, it } from '@jest/globals';
import type { FieldDefinition } from '../../../lib/fields/field_definition.ts';
import { known } from '../../../test/support/read_pages.ts';
import { scriptedSend } from '../../../test/support/scripted_send.ts';
import { CallNotMade, ProviderFailure } from '../answer/failure.ts';
import { upsertFields } from './upsert_fields.ts';

const { fields: _fields, objectName: _object, ...hubspot } = known('hubspot', 'contacts');
const field = (fieldName: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  fieldName,
  displayName: 'Label',
  valueType: 'string',
  ...more,
});
const property = (name: string, more = {}) => ({ name, label: 'Label', type: 'string', fieldType: 'text', ...more });
const bodyOf = (text: string | undefined) => JSON.parse(text ?? '{}') as Record<string, unknown>;
const noGroup = { status: 404, body: { message: 'no group' } };
const group = { body: { name: 'integrationcreatedproperties' } };

describe('custom fields of hubspot', () => {
  it('are created in a group that is created first, updated if they differ, and otherwise unchanged', async () => {
    const send = scriptedSend(
      { body: { results: [property('same'), property('other', { label: 'Before' })] } },
      noGroup,
      { status: 201, body: {} },
      { status: 201, body: { results: [property('fresh')] } },
      { body: property('other') },
    );
    const { success, fields } = await upsertFields(
      hubspot,
      { contacts: [field('same'), field('other'), field('fresh')] },
      send,
      Date.now(),
    );
    expect(success).toBe(true);
    expect(Object.values(fields['contacts'] ?? {}).map(({ fieldName, action }) => `${fieldName} ${action}`)).toEqual([
      'same none',
      'fresh create',
      'other update',
    ]);
    expect(send.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'GET /crm/v3/properties/contacts',
      'GET /crm/v3/properties/contacts/groups/integrationcreatedproperties',
      'POST /crm/v3/properties/contacts/groups',
      'POST /crm/v3/properties/contacts/batch/create',
      'PATCH /crm/v3/properties/contacts/other',
    ]);
  });

  it('are created in a group that another process creates at the same time', async () => {
    const conflict = { status: 409, body: { message: 'It is there.' } };
    const made = { status: 201, body: { results: [property('a')] } };
    const send = scriptedSend({ body: { results: [] } }, noGroup, conflict, group, made);
    expect(await upsertFields(hubspot, { contacts: [field('a')] }, send, Date.now())).toMatchObject({ success: true });
    const refused = scriptedSend({ body: { results: [] } }, noGroup, conflict, noGroup);
    expect(await upsertFields(hubspot, { contacts: [field('a')] }, refused, Date.now())).toMatchObject({
      success: false,
      fields: { contacts: { a: { warnings: ['HubSpot answered 409: It is there.'] } } },
    });
  });

  it('make no more calls when nothing would change', async () => {
    const send = scriptedSend({ body: { results: [property('same', { displayOrder: 7, groupName: 'mine' })] } });
    expect(await upsertFields(hubspot, { contacts: [field('same')] }, send, Date.now())).toMatchObject({
      success: true,
      fields: { contacts: { same: { action: 'none', metadata: { groupName: 'mine' } } } },
    });
  });

  const wanted: [string, Partial<FieldDefinition>, object][] = [
    ['string', { unique: true }, { type: 'string', fieldType: 'text', hasUniqueValue: true }],
    ['boolean', {}, { type: 'bool', fieldType: 'booleancheckbox', options: [{ value: 'true' }, { value: 'false' }] }],
    ['date', {}, { type: 'date', fieldType: 'date' }],
    ['datetime', {}, { type: 'datetime', fieldType: 'date' }],
    [
      'singleSelect',
      { stringOptions: { values: ['a', 'b'] } },
      { type: 'enumeration', fieldType: 'radio', options: [{ value: 'a', label: 'a' }, { value: 'b' }] },
    ],
    ['multiSelect', { stringOptions: { values: ['a'] } }, { type: 'enumeration', fieldType: 'checkbox' }],
    ['int', {}, { type: 'number', fieldType: 'number' }],
    ['float', {}, { type: 'number', fieldType: 'number' }],
  ];
  it.each(wanted)('create a property of type %s', async (valueType, more, expected) => {
    const send = scriptedSend({ body: { results: [] } }, group, { body: { results: [property('f')] } });
    await upsertFields(
      hubspot,
      { deals: [field('f', { ...more, valueType: valueType as 'string' })] },
      send,
      Date.now(),
    );
    expect(bodyOf(send.requests[2]?.body)['inputs']).toMatchObject([{ name: 'f', ...expected }]);
  });

  it('report an unsupported type and unsupported options', async () => {
    const send = scriptedSend({ body: { results: [] } }, group, { body: { results: [property('short')] } });
    const { success, fields } = await upsertFields(
      hubspot,
      {
        contacts: [
          field('link', { valueType: 'reference', association: { associationType: 'x', targetObject: 'companies' } }),
          field('short', { required: true, stringOptions: { length: 3 } }),
        ],
      },
      send,
      Date.now(),
    );
    expect(success).toBe(false);
    expect(fields['contacts']?.['link']).toEqual({
      fieldName: 'link',
      action: 'none',
      warnings: ['HubSpot has no fields of type reference.'],
    });
    expect(fields['contacts']?.['short']).toMatchObject({
      action: 'create',
      warnings: [expect.stringMatching(/: required, stringOptions\.length\.$/)],
    });
  });

  it('warn of nothing where every select is restricted to its choices, and of the other settings once', async () => {
    const select = field('s', { valueType: 'singleSelect', stringOptions: { values: ['a'], valuesRestricted: true } });
    const plain = field('t', { required: true, stringOptions: { defaultValue: 'x', valuesRestricted: true } });
    const send = scriptedSend({ body: { results: [] } }, group, { body: { results: [property('s'), property('t')] } });
    const { fields } = await upsertFields(hubspot, { contacts: [select, plain] }, send, Date.now());
    expect(fields['contacts']?.['s']).not.toHaveProperty('warnings');
    expect(fields['contacts']?.['t']?.warnings).toEqual([
      'HubSpot does not support these here, and they were left out: required, stringOptions.valuesRestricted, defaultValue.',
    ]);
  });

  it('report each refused field and create the others', async () => {
    const errors = [{ category: 'INVALID', message: 'Too long.', context: { name: ['bad'] } }];
    const send = scriptedSend({ body: { results: [] } }, group, {
      status: 207,
      body: { results: [property('good')], errors },
    });
    expect(await upsertFields(hubspot, { contacts: [field('good'), field('bad')] }, send, Date.now())).toMatchObject({
      success: false,
      fields: { contacts: { good: { action: 'create' }, bad: { action: 'none', warnings: ['Too long.'] } } },
    });
  });

  it('are tried one by one when the batch as a whole is refused', async () => {
    const send = scriptedSend(
      { body: { results: [] } },
      group,
      { status: 400, body: { message: 'One is bad.' } },
      { status: 201, body: { results: [property('good')] } },
      { status: 400, body: { message: 'This one.' } },
    );
    expect(await upsertFields(hubspot, { contacts: [field('good'), field('bad')] }, send, Date.now())).toMatchObject({
      success: false,
      fields: { contacts: { good: { action: 'create' }, bad: { warnings: [expect.stringContaining('This one.')] } } },
    });
  });

  it.each([
    ['a 429', new ProviderFailure('rateLimit', 'Too many calls.')],
    ['a call that was not made', new CallNotMade('The rate limit of the provider is exhausted.')],
  ])('tell what was done when %s ends them after a change', async (_what, error) => {
    const made = { status: 201, body: { results: [property('a')] } };
    const scripted = scriptedSend({ body: { results: [property('b', { label: 'Before' })] } }, group, made);
    const send: typeof scripted = Object.assign(
      (request: Parameters<typeof scripted>[0]) =>
        request.method === 'PATCH' ? Promise.reject(error) : scripted(request),
      scripted,
    );
    const stops: Error[] = [];
    const result = await upsertFields(hubspot, { contacts: [field('a'), field('b')] }, send, 0, async (stop) => {
      stops.push(stop);
    });
    expect(result).toMatchObject({
      success: false,
      fields: { contacts: { a: { action: 'create' }, b: { action: 'none', warnings: [error.message] } } },
    });
    expect(stops).toEqual([error]);
  });

  it('throw while nothing was changed, so that the caller can retry', async () => {
    const limited = scriptedSend({ body: { results: [] } }, group, { status: 429 });
    await expect(upsertFields(hubspot, { contacts: [field('a')] }, limited, Date.now())).rejects.toMatchObject({
      kind: 'rateLimit',
    });
    const refused = scriptedSend({ status: 401 });
    await expect(upsertFields(hubspot, { contacts: [field('a')] }, refused, Date.now())).rejects.toMatchObject({
      kind: 'credentials',
    });
  });

  it('are reported one by one once something has been changed', async () => {
    const send = scriptedSend(
      { body: { results: [] } },
      group,
      { status: 201, body: { results: [property('a')] } },
      { status: 500 },
      { status: 500 },
    );
    expect(
      await upsertFields(hubspot, { contacts: [field('a')], deals: [field('b')] }, send, Date.now()),
    ).toMatchObject({
      success: false,
      fields: { contacts: { a: { action: 'create' } }, deals: { b: { action: 'none' } } },
    });
  });
});

describe('custom fields of an object that the provider does not have', () => {
  it('fail, while fields of other objects are created', async () => {
    const {
      fields: _f,
      objectName: _o,
      ...sandbox
    } = known('sandbox', 'contacts', {
      variables: { baseUrl: 'https://crm.example' },
    });
    const send = scriptedSend({ body: [] }, { status: 201, body: { fields: [{ name: 'a' }], errors: [] } });
    expect(
      await upsertFields(sandbox, { unicorns: [field('a')], contacts: [field('a')] }, send, Date.now()),
    ).toMatchObject({
      success: false,
      fields: {
        unicorns: { a: { action: 'none', warnings: ['Sandbox has no object "unicorns".'] } },
        contacts: { a: { action: 'create' } },
      },
    });
  });
});
