import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

type Message = { objectName: string; rawObjectName: string; groupRef: string; readType: string; result: unknown[] };

type Delivered = { mappedFields: object; raw: { city: string } };

const contacts = { objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] };
const always = {
  objectName: 'companies',
  mapToName: 'firms',
  destination: 'main',
  schedule: '0 0 1 1 *',
  enabled: 'always',
  backfill: { defaultPeriod: { fullHistory: true } },
  requiredFields: [{ fieldName: 'id' }],
  optionalFields: [{ fieldName: 'city', mapToName: 'town' }],
};

describe('objects that are read for everyone', () => {
  let stage: Stage;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    stage = await startStage({ records: 2 });
    ({ builder, sandbox, receiver } = stage);
    await Promise.all(['a', 'b'].map((group) => builder.connect(sandbox, group)));
  });

  afterAll(() => stage.stop());

  const deploy = (...objects: object[]) => builder.deploy({ name: 'crm', read: { objects } });
  const messages = () => receiver.messages.map(({ body }) => JSON.parse(body) as Message);
  const companies = (groupRef: string) =>
    messages().filter((message) => message.rawObjectName === 'companies' && message.groupRef === groupRef);

  it('start with the revision that contains them, in all installations, without a change of any', async () => {
    const integrationId = await deploy(contacts);
    await builder.installed(integrationId, 'a', { contacts: {} });
    await builder.installed(integrationId, 'b', {});
    await deploy(contacts, always);
    await receiver.waitFor(() => companies('a').length > 0 && companies('b').length > 0, 20_000);
    expect(companies('b')[0]).toMatchObject({
      objectName: 'firms',
      readType: 'backfill',
      result: [
        { fields: { id: 'companies-0000001' }, mappedFields: {} },
        { fields: { id: 'companies-0000002' }, mappedFields: {} },
      ],
    });
  });

  it('use the settings of a config, if it has any', async () => {
    const integrationId = await deploy(contacts, always);
    await builder.connect(sandbox, 'c');
    await builder.installed(integrationId, 'c', { firms: { selectedFields: { city: true } } });
    await receiver.waitFor(() => companies('c').length > 0, 20_000);
    const [{ mappedFields, raw } = {}] = (companies('c')[0]?.result ?? []) as Partial<Delivered>[];
    expect(mappedFields).toEqual({ town: raw?.city });
  });

  it('can be disabled in a config', async () => {
    const integrationId = await deploy(contacts, always);
    const [installation] = succeeded<{ id: string; group: { groupRef: string } }[]>(
      await builder.call('GET', `/integrations/${integrationId}/installations?groupRef=a`),
    );
    const path = `/integrations/${integrationId}/installations/${installation?.id}`;
    const disabled = { objectName: 'companies', disabled: true };
    const body = {
      updateMask: ['config.content.read.objects.companies'],
      installation: { config: { content: { read: { objects: { companies: disabled } } } } },
    };
    succeeded(await builder.call('PATCH', path, body));
    const refused = await builder.read('POST', `/integrations/${integrationId}/objects/companies`, {
      groupRef: 'a',
      mode: 'async',
    });
    expect([refused.status, refused.body['detail']]).toEqual([400, expect.stringContaining('disabled')]);
  });

  it('stop with a revision that no longer contains them', async () => {
    const integrationId = await deploy(contacts);
    const refused = await builder.read('POST', `/integrations/${integrationId}/objects/firms`, {
      groupRef: 'b',
      mode: 'async',
    });
    expect([refused.status, refused.body['detail']]).toEqual([400, 'The installation reads no object with this name.']);
  });

  it('return when a later revision contains them again, under their new names', async () => {
    const before = companies('b').length;
    const integrationId = await deploy(contacts, { ...always, mapToName: 'orgs' });
    const id = await builder.trigger(integrationId, 'orgs', 'b');
    await receiver.waitFor(() => companies('b').length > before, 20_000);
    expect(companies('b').at(-1)).toMatchObject({ objectName: 'orgs', operationId: id });
  });

  it.each([
    ['no required fields', { requiredFields: [] }, 'always-enabled-fields'],
    ['no schedule', { schedule: undefined }, 'always-enabled-fields'],
    [
      'a required field under another name',
      { requiredFields: [{ fieldName: 'id', mapToName: 'key' }] },
      'always-enabled-fields',
    ],
  ])('are refused with %s', async (_what, wrong, rule) => {
    const answer = await builder.call('PUT', '/integrations:batch', {
      sourceYaml: JSON.stringify({
        specVersion: '1.0.0',
        integrations: [{ name: 'crm', provider: 'sandbox', read: { objects: [{ ...always, ...wrong }] } }],
      }),
    });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(rule)]);
  });
});
