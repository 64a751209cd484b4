import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Builder } from '../support/builder.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

type Delivered = {
  fields: Record<string, unknown>;
  mappedFields: Record<string, unknown>;
  raw: Record<string, unknown>;
};

describe('the fields of a record', () => {
  let stage: Stage;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 1 });
    ({ builder, sandbox, receiver } = stage);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          {
            objectName: 'contacts',
            mapToName: 'person',
            destination: 'main',
            schedule: '0 * * * *',
            requiredFields: [
              { fieldName: 'id' },
              { fieldName: 'email', mapToName: 'mail' },
              { mapToName: 'phase', prompt: 'Which field holds the phase?', default: 'stage' },
            ],
            optionalFields: [
              { fieldName: 'phone' },
              { fieldName: 'city', mapToName: "$['address']['town']" },
              { fieldName: 'country', mapToName: "$['address']['land']" },
              { mapToName: 'responsible', prompt: 'Who is responsible?' },
            ],
            optionalFieldsAuto: 'all',
          },
        ],
      },
    });
  });

  afterAll(() => stage.stop());

  /** One delivered record of a group with this config. */
  async function delivered(groupRef: string, config: Record<string, unknown>): Promise<Delivered> {
    await builder.connect(sandbox, groupRef);
    await builder.installed(integrationId, groupRef, { contacts: config });
    const id = await builder.trigger(integrationId, 'person', groupRef);
    await receiver.waitFor((messages) => messages.some(({ body }) => body.includes(id)), 10_000);
    const { body = '' } = receiver.messages.find((message) => message.body.includes(id)) ?? {};
    const { result, objectName, rawObjectName } = JSON.parse(body) as {
      result: Delivered[];
      objectName: string;
      rawObjectName: string;
    };
    expect([objectName, rawObjectName, result.length]).toEqual(['person', 'contacts', 1]);
    return result[0] as Delivered;
  }

  it('are the required ones by default, each under its name', async () => {
    const { fields, mappedFields, raw } = await delivered('bare', {});
    expect(fields).toEqual({ id: 'contacts-0000001' });
    expect(mappedFields).toEqual({ mail: raw['email'], phase: raw['stage'] });
  });

  it('include selected optional ones, nested if the name is a path', async () => {
    const { fields, mappedFields, raw } = await delivered('chosen', {
      selectedFields: { phone: true, city: true, country: true, name: false },
    });
    expect(fields).toEqual({ id: 'contacts-0000001', phone: raw['phone'] });
    expect(mappedFields).toEqual({
      mail: raw['email'],
      phase: raw['stage'],
      address: { town: raw['city'], land: raw['country'] },
    });
  });

  it('include those that the customer mapped to a name, also from nested fields', async () => {
    const { mappedFields, raw } = await delivered('picked', {
      selectedFieldMappings: { phase: 'last_name', responsible: "$['owner']['name']" },
    });
    expect(mappedFields).toMatchObject({
      phase: raw['last_name'],
      responsible: (raw['owner'] as { name: string }).name,
    });
  });

  it('have the values to which the builder mapped those of the provider', async () => {
    const { raw } = await delivered('plain', {});
    const stage = String(raw['stage']);
    const { mappedFields } = await delivered('valued', { selectedValueMappings: { stage: { THE_STAGE: stage } } });
    expect(mappedFields).toMatchObject({ phase: 'THE_STAGE' });
  });

  it('include unmapped ones that the application offers, if the customer has selected them', async () => {
    const { raw } = await delivered('menu', { selectedFieldsAuto: 'all' });
    const active = String(raw['active']);
    const menu = [
      { mapToName: 'vip', prompt: 'Who matters?', mappedValues: [{ mappedValue: 'YES', mappedDisplayValue: 'Yes' }] },
      { mapToName: 'unused', fieldName: 'phone' },
    ];
    const { mappedFields } = await delivered('offered', {
      dynamicMappingsInput: menu,
      selectedFieldMappings: { vip: 'active', "$['who']['boss']": "$['owner']['NAME']" },
      selectedValueMappings: {
        active: { YES: active },
        "$['owner']['Name']": { BOSS: (raw['owner'] as { name: string }).name },
      },
    });
    expect(mappedFields).toMatchObject({ vip: 'YES', who: { boss: 'BOSS' } });
    expect(mappedFields).not.toHaveProperty('unused');
  });

  it('are found in any letter case', async () => {
    const { fields, mappedFields, raw } = await delivered('shouting', {
      selectedFieldsAuto: 'all',
      selectedFields: { PHONE: true, City: true },
    });
    expect(fields).toMatchObject({ phone: raw['phone'] });
    expect(mappedFields).toMatchObject({ address: { town: raw['city'] } });
  });

  it.each([
    ['two names, one inside the other', { "$['address']": 'phone' }, 'field-mapping-unique'],
    ['a list where another name needs an object', { "$['address'][0]": 'phone' }, 'field-mapping-unique'],
    ['an invalid path', { owner: "$['owner'" }, 'field-path'],
    ['another field for a name of the manifest', { mail: 'phone' }, 'field-mapping-unique'],
  ])('are refused with %s', async (_what, selectedFieldMappings, rule) => {
    await builder.connect(sandbox, 'refused');
    const { status, text } = await builder.install(integrationId, 'refused', { contacts: { selectedFieldMappings } });
    expect([status, text]).toEqual([422, expect.stringContaining(rule)]);
  });

  it('are refused if one provider field has two delivered names', async () => {
    await builder.connect(sandbox, 'twice');
    const selectedValueMappings = { stage: { A: 'lead', B: 'lead' } };
    const { status, text } = await builder.install(integrationId, 'twice', { contacts: { selectedValueMappings } });
    expect([status, text]).toEqual([422, expect.stringContaining('value-mapping')]);
  });

  it.each([
    ["$['address']", "$['address']['town']"],
    ["$['address'", 'town'],
  ])('are refused in a manifest that maps to %s and %s', async (one, other) => {
    const requiredFields = [one, other].map((mapToName, i) => ({ fieldName: ['city', 'phone'][i], mapToName }));
    const read = { objects: [{ objectName: 'deals', destination: 'main', requiredFields }] };
    const answer = await builder.call('PUT', '/integrations:batch', {
      sourceYaml: JSON.stringify({ specVersion: '1.0.0', integrations: [{ name: 'no', provider: 'sandbox', read }] }),
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toMatch(/field-mapping-unique|field-path/);
  });

  it('include all of them on request', async () => {
    const { fields, raw } = await delivered('all', { selectedFieldsAuto: 'all' });
    expect(Object.keys(raw)).toHaveLength(17);
    expect(fields).toMatchObject({ id: raw['id'], name: raw['name'], active: raw['active'], owner: raw['owner'] });
    expect(fields).not.toHaveProperty('email');
  });
});
