import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
type Result = { fieldName: string; action: string; metadata?: Record<string, unknown>; warnings?: string[] };
type Upserted = { success: boolean; fields: Record<string, Record<string, Result>> };
type Metadata = { fields: Record<string, Record<string, unknown>> };

const text = (fieldName: string, more = {}) => ({ fieldName, displayName: 'A label', valueType: 'string', ...more });

describe('custom fields', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let integrationId: string;

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 3 }), startTestPlatform()]);
    builder = aBuilder(platform);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          { objectName: 'contacts', mapToName: 'person', destination: 'main', requiredFields: [{ fieldName: 'id' }] },
        ],
      },
    });
    await builder.connect(sandbox, 'acme');
    succeeded(await builder.install(integrationId, 'acme', { contacts: {} }));
  });

  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
  });

  const atProvider = (fields: unknown, groupRef = 'acme', provider = 'sandbox') =>
    builder.call('PUT', `/providers/${provider}/object-metadata`, { groupRef, fields });
  const through = (fields: unknown, groupRef = 'acme', integration = integrationId) =>
    builder.call('PUT', `/integrations/${integration}/object-metadata`, { groupRef, fields });
  const described = async (object: string) =>
    (await builder.get<Metadata>(`/providers/sandbox/objects/${object}/metadata?groupRef=acme`)).fields;

  it('are created at the provider, and are then among the fields of the object', async () => {
    const fields = {
      companies: [
        text('note_one', { description: 'Why', required: true, unique: true, stringOptions: { length: 40 } }),
        { fieldName: 'is_big', displayName: 'Is big', valueType: 'boolean' },
        { fieldName: 'founded', displayName: 'Founded', valueType: 'date' },
        { fieldName: 'seen', displayName: 'Seen', valueType: 'datetime' },
        { fieldName: 'size', displayName: 'Size', valueType: 'singleSelect', stringOptions: { values: ['S', 'L'] } },
        { fieldName: 'tags', displayName: 'Tags', valueType: 'multiSelect', stringOptions: { values: ['a', 'b'] } },
        { fieldName: 'staff', displayName: 'Staff', valueType: 'int', numericOptions: { min: 0, max: 9 } },
        { fieldName: 'share', displayName: 'Share', valueType: 'float' },
        {
          fieldName: 'parent',
          displayName: 'Parent',
          valueType: 'reference',
          association: { associationType: 'parent', targetObject: 'companies' },
        },
      ],
    };
    const upserted = succeeded<Upserted>(await atProvider(fields));
    expect(upserted.success).toBe(true);
    const results = Object.values(upserted.fields['companies'] ?? {});
    expect(results.map(({ action }) => action)).toEqual(Array(9).fill('create'));
    const found = await described('companies');
    for (const { fieldName, displayName, valueType } of fields.companies)
      expect(found[fieldName]).toMatchObject({ fieldName, displayName, valueType, isCustom: true, readOnly: false });
    expect(found['note_one']).toMatchObject({ isRequired: true });
    expect(found['size']).toMatchObject({ values: [{ value: 'S', displayValue: 'S' }, { value: 'L' }] });
    expect(found['parent']).toMatchObject({ referenceTo: ['companies'] });
    expect((await described('deals'))['note_one']).toBeUndefined();
  });

  it('change nothing the second time, and after that only what differs', async () => {
    const fields = { deals: [text('phase'), text('reason')] };
    expect(succeeded<Upserted>(await atProvider(fields)).success).toBe(true);
    const again = succeeded<Upserted>(await atProvider(fields));
    expect(again).toMatchObject({
      success: true,
      fields: { deals: { phase: { fieldName: 'phase', action: 'none' }, reason: { action: 'none' } } },
    });
    expect(again.fields['deals']?.['phase']).not.toHaveProperty('warnings');
    const changed = { deals: [text('phase', { displayName: 'Another' }), text('reason'), text('third')] };
    expect(succeeded<Upserted>(await atProvider(changed)).fields['deals']).toMatchObject({
      phase: { action: 'update', metadata: { label: 'Another' } },
      reason: { action: 'none' },
      third: { action: 'create' },
    });
    expect((await described('deals'))['phase']).toMatchObject({ displayName: 'Another' });
  });

  it('are created through an installation, by either name of the object', async () => {
    const upserted = succeeded<Upserted>(await through({ person: [text('mapped')], companies: [text('native')] }));
    expect(upserted).toMatchObject({
      success: true,
      fields: { person: { mapped: { action: 'create' } }, companies: { native: { action: 'create' } } },
    });
    expect(Object.keys(await described('contacts'))).toContain('mapped');
  });

  it('can be read at once', async () => {
    succeeded(await atProvider({ contacts: [text('fresh')] }));
    await builder.connect(sandbox, 'reader');
    const answer = await builder.install(integrationId, 'reader', { contacts: { selectedFields: { fresh: true } } });
    expect(answer.status).toBe(201);
  });

  it('are reported one by one when the provider refuses some', async () => {
    const upserted = succeeded<Upserted>(
      await atProvider({ contacts: [text('good'), text('Bad'), text('email')], unicorns: [text('horn')] }),
    );
    expect(upserted).toMatchObject({
      success: false,
      fields: {
        contacts: {
          good: { action: 'create' },
          Bad: { action: 'none', warnings: [expect.stringContaining('lower-case')] },
          email: { action: 'none', warnings: [expect.stringContaining('no custom field named email')] },
        },
        unicorns: { horn: { action: 'none', warnings: ['Sandbox has no object "unicorns".'] } },
      },
    });
  });

  it('have the default, the length and the restriction of their definition, and warn of nothing', async () => {
    const fields = {
      deals: [
        text('colour', { required: true, stringOptions: { length: 20, defaultValue: 'red' } }),
        text('level', {
          valueType: 'singleSelect',
          stringOptions: { values: ['low', 'high'], valuesRestricted: true, defaultValue: 'low' },
        }),
      ],
    };
    const upserted = succeeded<Upserted>(await atProvider(fields));
    expect(upserted.fields['deals']).toEqual({
      colour: expect.objectContaining({
        action: 'create',
        metadata: expect.objectContaining({ required: true, length: 20, default: 'red' }),
      }),
      level: expect.objectContaining({
        action: 'create',
        metadata: expect.objectContaining({ restricted: true, default: 'low' }),
      }),
    });
    expect(JSON.stringify(upserted)).not.toContain('warnings');
    const again = succeeded<Upserted>(await atProvider(fields)).fields['deals'];
    expect(Object.values(again ?? {}).map(({ action }) => action)).toEqual(['none', 'none']);
  });

  it('are refused by their name', async () => {
    const fields = { contacts: [text('first'), text('plan', { valueType: 'date', stringOptions: { length: 3 } })] };
    const { status, body } = await atProvider(fields);
    const detail = 'plan of contacts: Only a string has a length.';
    expect([status, body['detail']]).toEqual([422, `The field definitions are invalid. ${detail}`]);
    expect(body['issues']).toEqual([
      expect.objectContaining({ in: 'body', name: 'fields.contacts[1].stringOptions.length', detail }),
    ]);
  });

  it('return a warning for a setting that the provider does not have', async () => {
    const upserted = succeeded<Upserted>(await atProvider({ contacts: [text('hint', { indexed: true })] }));
    expect(upserted).toMatchObject({
      success: true,
      fields: { contacts: { hint: { action: 'create', warnings: [expect.stringContaining('indexed')] } } },
    });
  });

  it('are refused with a duplicate name in any letter case, and with two names of one object', async () => {
    const twice = await atProvider({ contacts: [text('same'), text('SAME')] });
    expect([twice.status, twice.body['issues']]).toEqual([
      422,
      [expect.objectContaining({ name: 'fields.contacts[1].fieldName' })],
    ]);
    expect((await through({ contacts: [text('a')], person: [text('b')] })).status).toBe(422);
    expect((await through({ '/api/v1/me': [text('a')] })).status).toBe(422);
  });

  it.each([
    ['no group', { fields: { contacts: [text('f')] } }],
    ['no fields', { groupRef: 'acme', fields: {} }],
    ['no definitions', { groupRef: 'acme', fields: { contacts: [] } }],
    ['a name that would leave the path', { groupRef: 'acme', fields: { contacts: [text('../x')] } }],
    ['an unknown type', { groupRef: 'acme', fields: { contacts: [text('f', { valueType: 'other' })] } }],
    ['an unknown key', { groupRef: 'acme', fields: { contacts: [text('f', { colour: 'red' })] } }],
    ['an unknown key at the top', { groupRef: 'acme', fields: { contacts: [text('f')] }, dryRun: true }],
  ])('are a bad request with %s', async (_what, body) => {
    for (const path of ['/providers/sandbox/object-metadata', `/integrations/${integrationId}/object-metadata`])
      expect((await builder.call('PUT', path, body)).status).toBe(400);
  });

  it('are not found for a missing group, integration or provider', async () => {
    const fields = { contacts: [text('f')] };
    const answers = [
      await atProvider(fields, 'nobody'),
      await atProvider(fields, 'acme', 'nowhere'),
      await through(fields, 'nobody'),
      await through(fields, 'acme', ABSENT),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('cannot be created at a provider without field upserts', async () => {
    await builder.connect(sandbox, 'payer', {
      provider: 'braze',
      apiKey: 'k',
      providerMetadata: { workspace: 'acme' },
    });
    const answer = await atProvider({ customers: [text('f')] }, 'payer', 'braze');
    expect([answer.status, answer.body['detail']]).toEqual([422, 'Causeway does not create fields at Braze.']);
  });

  it('are created once with concurrent requests', async () => {
    const fields = { deals: Array.from({ length: 5 }, (_, index) => text(`race_${index}`)) };
    const all = (await Promise.all(Array.from({ length: 6 }, () => atProvider(fields)))).map((answer) =>
      succeeded<Upserted>(answer),
    );
    expect(all.every(({ success }) => success)).toBe(true);
    const creations = all.map(({ fields: { deals } }) => deals?.['race_0']?.action).filter((one) => one === 'create');
    expect(creations).toHaveLength(1);
  });

  it('are a failure of the provider if it fails before any change', async () => {
    for (const upsert of [atProvider, through]) {
      sandbox.control.addFault({ kind: 'drop-connection', object: 'contacts' });
      const answer = await upsert({ contacts: [text('f')] });
      sandbox.control.clearFaults();
      expect([answer.status, answer.body['retryable']]).toEqual([502, true]);
    }
  });

  // The last test: from then on the connection waits.
  it('are a failure of the provider after a 429 before any change, and it is not asked again at once', async () => {
    sandbox.control.addFault({ kind: '429', object: 'contacts', retryAfter: 600 });
    const [first, second] = [await atProvider({ contacts: [text('f')] }), await through({ contacts: [text('f')] })];
    expect([first.status, first.body['retryable']]).toEqual([502, true]);
    expect([second.status, second.body['retryable']]).toEqual([429, true]);
  });
});
