import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FieldDefinition } from '../../../lib/fields/field_definition.ts';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, readObject, STRANGER } from '../../../test/support/installed.ts';

let world: InstallationWorld;
let integrationId: string;
beforeEach(async () => {
  world = await installationWorld();
  integrationId = await deployed(world, {
    name: 'crm',
    read: { objects: [readObject('contacts', { mapToName: 'person' })] },
  });
  await installed(world, integrationId, { content: { read: { objects: { contacts: {} } } } });
});
afterEach(() => world.close());

const text = (fieldName: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  fieldName,
  displayName: 'A label',
  valueType: 'string',
  ...more,
});
const through = (fields: Record<string, FieldDefinition[]>, more: object = {}) =>
  world.upsertObjectMetadata(world.call, {
    projectId: PROJECT,
    integrationId,
    provider: '',
    groupRef: 'acme',
    consumerRef: '',
    fields,
    ...more,
  });
const at = (fields: Record<string, FieldDefinition[]>, more: object = {}) =>
  through(fields, { integrationId: '', provider: 'sandbox', ...more });
const one = { contacts: [text('f')] };

describe('upsertObjectMetadata', () => {
  it('makes fields by the provider’s name of an object, and answers by the name that was asked for', async () => {
    world.answer(({ method }) => ({ body: method === 'POST' ? { fields: [{ name: 'mapped' }], errors: [] } : [] }));
    expect(await through({ person: [text('mapped')] })).toMatchObject({
      success: true,
      fields: { person: { mapped: { action: 'create' } } },
    });
    expect(world.sent.map(({ url }) => new URL(url).pathname)).toContain('/api/v1/contacts/fields');
  });

  const meaningless: [string, Partial<FieldDefinition>, string][] = [
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
    [
      'a date that is none',
      { valueType: 'date', stringOptions: { defaultValue: 'today' } },
      'stringOptions.defaultValue',
    ],
    [
      'a time without a zone',
      { valueType: 'datetime', stringOptions: { defaultValue: '2026-01-31' } },
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
  it.each(meaningless)('refuses %s by the name of the field, and asks nobody', async (_what, more, name) => {
    const detail = expect.stringMatching(/^plan of contacts: /);
    await expect(at({ contacts: [text('f'), text('plan', more)] })).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: expect.stringContaining('plan of contacts: '),
      extras: { issues: [{ in: 'body', name: `fields.contacts[1].${name}`, detail }] },
    });
    expect(world.sent).toEqual([]);
  });

  it('refuses a name twice, in whatever case, two names of one object, and a path', async () => {
    await expect(at({ contacts: [text('same'), text('SAME')] })).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ name: 'fields.contacts[1].fieldName' })] },
    });
    await expect(through({ contacts: [text('a')], person: [text('b')] })).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ name: 'fields.person' })] },
    });
    await expect(through({ '/api/v1/me': [text('a')] })).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('refuses a provider without the mechanics', async () => {
    await world.connect({ provider: 'stripe' });
    await expect(at({ customers: [text('f')] }, { provider: 'stripe' })).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: 'Causeway does not create fields at Stripe.',
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a group without a connection', () => at(one, { groupRef: 'nobody' })],
    ['a provider that is not there', () => at(one, { provider: 'nowhere' })],
    ['a group without an installation', () => through(one, { groupRef: 'nobody' })],
    ['an integration that is not there', () => through(one, { integrationId: ABSENT })],
    ['another project', () => through(one, { projectId: STRANGER })],
  ])('finds nothing for %s', async (_what, ask) => {
    await expect(ask()).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('is a failure of the provider when it fails before anything was changed', async () => {
    world.answer(() => ({ status: 503, body: {} }));
    for (const upsert of [at, through]) await expect(upsert(one)).rejects.toMatchObject({ kind: 'providerFailed' });
  });

  it('is refused at once after a 429, without a call, until the time that the provider named', async () => {
    world.answer(() => ({ status: 429, headers: { 'retry-after': '600' }, body: {} }));
    await expect(at(one)).rejects.toMatchObject({ kind: 'providerFailed' });
    const calls = world.sent.length;
    const refusal = await at(one).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: 'rateLimited', extras: { retryAfter: expect.any(Number) } });
    expect(world.sent).toHaveLength(calls);
  });
});
