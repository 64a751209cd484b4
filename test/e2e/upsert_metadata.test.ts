import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
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
  }, 60_000);

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

  it('are created at the provider, and then are among the fields of the object', async () => {
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

  it('change nothing the second time, and only what differs after that', async () => {
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

  it('are made through an installation, by either name of the object', async () => {
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
          email: { action: 'none', warnings: [expect.stringContaining('no field named email that was added')] },
        },
        unicorns: { horn: { action: 'none', warnings: ['Sandbox has no object "unicorns".'] } },
      },
    });
  });

  it('come with a warning for what the provider has no setting for', async () => {
    const upserted = succeeded<Upserted>(await atProvider({ contacts: [text('hint', { indexed: true })] }));
    expect(upserted).toMatchObject({
      success: true,
      fields: { contacts: { hint: { action: 'create', warnings: [expect.stringContaining('indexed')] } } },
    });
  });

  const meaningless: [string, Record<string, unknown>, string][] = [
    ['a select without values', { valueType: 'singleSelect' }, 'stringOptions.values'],
    ['a value twice', { valueType: 'multiSelect', stringOptions: { values: ['a', 'a'] } }, 'stringOptions.values'],
    [
      'a default that is none of the values',
      { valueType: 'singleSelect', stringOptions: { values: ['a'], defaultValue: 'b' } },
      'stringOptions.defaultValue',
    ],
    ['values of a text', { stringOptions: { values: ['a'] } }, 'stringOptions.values'],
    [
      'a boolean that is neither',
      { valueType: 'boolean', stringOptions: { defaultValue: 'x' } },
      'stringOptions.defaultValue',
    ],
    ['a length of a date', { valueType: 'date', stringOptions: { length: 3 } }, 'stringOptions.length'],
    ['bounds of a text', { numericOptions: { min: 1 } }, 'numericOptions'],
    ['bounds the wrong way round', { valueType: 'int', numericOptions: { min: 2, max: 1 } }, 'numericOptions.min'],
    [
      'more decimals than digits',
      { valueType: 'float', numericOptions: { precision: 2, scale: 3 } },
      'numericOptions.scale',
    ],
    [
      'a default out of bounds',
      { valueType: 'int', numericOptions: { max: 1, defaultValue: 2 } },
      'numericOptions.defaultValue',
    ],
    [
      'a whole number with a fraction',
      { valueType: 'int', numericOptions: { defaultValue: 1.5 } },
      'numericOptions.defaultValue',
    ],
    ['a reference to nothing', { valueType: 'reference' }, 'association'],
    ['a text that points somewhere', { association: { associationType: 'x', targetObject: 'y' } }, 'association'],
  ];
  it.each(meaningless)('are refused with %s', async (_what, more, name) => {
    const answer = await atProvider({ contacts: [text('f', more)] });
    expect([answer.status, answer.type]).toEqual([422, 'application/problem+json']);
    expect(answer.body['issues']).toEqual([expect.objectContaining({ in: 'body', name: `fields.contacts.0.${name}` })]);
  });

  it('are refused with a name twice, in whatever case, and with two names of one object', async () => {
    const twice = await atProvider({ contacts: [text('same'), text('SAME')] });
    expect([twice.status, twice.body['issues']]).toEqual([
      422,
      [expect.objectContaining({ name: 'fields.contacts.1.fieldName' })],
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
  ])('are malformed with %s', async (_what, body) => {
    for (const path of ['/providers/sandbox/object-metadata', `/integrations/${integrationId}/object-metadata`])
      expect((await builder.call('PUT', path, body)).status).toBe(400);
  });

  it('are not found for a group, an integration or a provider that is not there', async () => {
    const fields = { contacts: [text('f')] };
    const answers = [
      await atProvider(fields, 'nobody'),
      await atProvider(fields, 'acme', 'nowhere'),
      await through(fields, 'nobody'),
      await through(fields, 'acme', ABSENT),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('can not be made at a provider without the mechanics', async () => {
    await builder.connect(sandbox, 'payer', { provider: 'stripe', apiKey: 'k', providerMetadata: {} });
    const answer = await atProvider({ customers: [text('f')] }, 'payer', 'stripe');
    expect([answer.status, answer.body['detail']]).toEqual([422, 'Causeway can not make fields at Stripe.']);
  });

  it('are a failure of the provider when it fails before anything was changed', async () => {
    for (const upsert of [atProvider, through]) {
      sandbox.control.addFault({ kind: '429', object: 'contacts' });
      const answer = await upsert({ contacts: [text('f')] });
      expect([answer.status, answer.body['retryable']]).toEqual([502, true]);
    }
  });

  it('mark credentials as bad that the provider rejects', async () => {
    await builder.connect(sandbox, 'rejected', { apiKey: 'wrong' });
    expect((await atProvider({ contacts: [text('f')] }, 'rejected')).status).toBe(422);
  });

  it('are made once by many who ask at the same time', async () => {
    const fields = { deals: Array.from({ length: 5 }, (_, index) => text(`race_${index}`)) };
    const all = (await Promise.all(Array.from({ length: 6 }, () => atProvider(fields)))).map((answer) =>
      succeeded<Upserted>(answer),
    );
    expect(all.every(({ success }) => success)).toBe(true);
    const creations = all.map(({ fields: { deals } }) => deals?.['race_0']?.action).filter((one) => one === 'create');
    expect(creations).toHaveLength(1);
  });
});
