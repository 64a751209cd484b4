import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CONFIG,
  type InstallationWorld,
  installationWorld,
  MANIFEST,
  PROJECT,
} from '../../../test/support/installation_world.ts';

let world: InstallationWorld;
let integrationId: string;

beforeEach(async () => {
  world = await installationWorld();
  const [integration] = await world.upsertIntegrations(world.call, { projectId: PROJECT, sourceYaml: MANIFEST });
  integrationId = integration?.id ?? '';
});
afterEach(() => world.close());

function install(content: unknown = CONFIG, more = {}) {
  return world.createInstallation(world.call, {
    projectId: PROJECT,
    integrationId,
    groupRef: 'acme',
    connectionId: '',
    configContentJson: JSON.stringify(content),
    createdBy: '',
    skipSampling: false,
    ...more,
  });
}

describe('createInstallation', () => {
  it('samples only scheduled objects, with the selected fields, and saves the config unchanged', async () => {
    const connection = await world.connect();
    const { installation } = await install();
    expect(world.sent.map(({ url }) => url)).toEqual([expect.stringContaining('/api/v1/contacts')]);
    const url = new URL(world.sent[0]?.url ?? '');
    expect(url.searchParams.get('fields')?.split(',').sort()).toEqual([
      'email',
      'first_name',
      'id',
      'lifecycle',
      'phone',
      'updated_at',
    ]);
    expect(url.searchParams.get('limit')).toBe('1');
    expect(world.sent[0]?.headers).toMatchObject({ 'X-Sandbox-Key': 'CANARY-key' });
    expect(installation).toMatchObject({
      connectionId: connection.id,
      createdBy: expect.stringMatching(/^consumer:[0-9a-f]{8}-/),
      lastOperationStatus: '',
    });
    const [full] = await world.deps.stores.installations.listByKeys([
      { projectId: PROJECT, integrationId, installationId: installation.id },
    ]);
    expect(full?.installation).toEqual(installation);
    expect(full?.connection.connection.status).toBe('working');
    expect(full?.group.name).toBe('Acme Inc.');
    expect(installation.createdBy).toBe(`consumer:${full?.connection.consumer.id}`);
  });

  it('emits an event with the names of group, consumer and integration', async () => {
    await world.connect();
    const { installation } = await install();
    const created = (await world.events()).find(({ type }) => type === 'installation.created');
    expect(created?.payload).toMatchObject({
      installationId: installation.id,
      integrationName: 'crm-in',
      provider: 'sandbox',
      groupRef: 'acme',
      groupName: 'Acme Inc.',
      consumerRef: 'ada',
      consumerName: 'ada',
      config: CONFIG,
    });
  });

  it('saves nothing when the provider refuses the fields, and quotes it', async () => {
    await world.connect();
    world.answer(() => ({ status: 400, body: { error: { message: 'unknown field: lifecycle' } } }));
    await expect(install()).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: {
        issues: [
          { name: 'config.content.read.objects.contacts', detail: expect.stringContaining('unknown field: lifecycle') },
        ],
      },
    });
    expect(await world.db('installations').count({ n: '*' })).toEqual([{ n: 0 }]);
    expect((await world.events()).map(({ type }) => type)).toEqual(['connection.created']);
  });

  it('does not ask the provider with skipSampling', async () => {
    await world.connect();
    world.answer(() => ({ status: 400, body: {} }));
    await install(CONFIG, { skipSampling: true });
    expect(world.sent).toEqual([]);
  });

  it('leaves a sample out that finds no permit of the rate limit, with a warning', async () => {
    const { id } = await world.connect();
    await world.permits.close({ projectId: PROJECT, key: `connection:${id}` }, 3_600_000);
    // Connecting has just looked up the closed budgets, which a process does once a second.
    await sleep(1_100);
    const { installation, warnings } = await install();
    expect(world.sent).toEqual([]);
    expect(warnings).toMatchObject([
      {
        rule: 'sample-left-out',
        path: 'config.content.read.objects.contacts',
        message: expect.stringContaining('rate limit'),
      },
    ]);
    const [full] = await world.deps.stores.installations.listByKeys([
      { projectId: PROJECT, integrationId, installationId: installation.id },
    ]);
    const described = await world.describeInstallations([{ ...full!, warnings: warnings ?? [] }]);
    expect(described[0]?.warnings).toEqual(expect.arrayContaining(warnings ?? []));
  });

  it.each([401, 429, 500])('goes on when the sample read ends with %d', async (status) => {
    await world.connect();
    world.answer(() => ({ status, body: { error: { message: 'no' } } }));
    await expect(install()).resolves.toBeDefined();
  });

  const contacts = CONFIG.read.objects.contacts;
  it.each<[string, object, string]>([
    ['write', { write: { objects: { contacts: { objectName: 'contacts' } } } }, 'write.objects.contacts'],
    ['an empty write object', { write: { objects: { x: {} } } }, 'write.objects.x'],
    ['subscribe', { subscribe: { objects: { contacts: { objectName: 'contacts' } } } }, 'subscribe.objects.contacts'],
    ['proxy', { proxy: { enabled: true } }, 'proxy.enabled'],
    [
      'days together with fullHistory',
      { read: { objects: { contacts: { ...contacts, backfill: { defaultPeriod: { days: 3, fullHistory: true } } } } } },
      'read.objects.contacts.backfill.defaultPeriod',
    ],
    [
      'a full history that is no boolean',
      { read: { objects: { contacts: { ...contacts, backfill: { defaultPeriod: { fullHistory: 'yes' } } } } } },
      'read.objects.contacts.backfill.defaultPeriod.fullHistory',
    ],
    [
      'a period that is no object',
      { read: { objects: { contacts: { ...contacts, backfill: { defaultPeriod: 30 } } } } },
      'read.objects.contacts.backfill.defaultPeriod',
    ],
    [
      'enabled: sometimes',
      { read: { objects: { contacts: { ...contacts, enabled: 'sometimes' } } } },
      'read.objects.contacts.enabled',
    ],
  ])('L10: refuses %s, which the integration does not have or which has no meaning', async (_what, part, name) => {
    await world.connect();
    await expect(install({ ...CONFIG, ...part })).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ name: `config.content.${name}` })] },
    });
    expect(await world.db('installations').count({ n: '*' })).toEqual([{ n: 0 }]);
  });

  it.each([
    {},
    { write: {} },
    { write: { objects: {} }, subscribe: { objects: {} }, proxy: {} },
    { proxy: { enabled: false } },
  ])('L10: accepts the empty blocks that official clients send: %j', async (blocks) => {
    await world.connect();
    const { installation } = await install({ ...CONFIG, ...blocks });
    expect(JSON.parse(installation.config.contentJson)).toEqual({ ...CONFIG, ...blocks });
  });

  it('L10: accepts a config without read objects for an integration that only writes', async () => {
    const [writer] = await world.upsertIntegrations(world.call, {
      projectId: PROJECT,
      sourceYaml:
        'specVersion: 1.0.0\nintegrations: [{name: w, provider: sandbox, write: {objects: [{objectName: contacts}]}}]',
    });
    await world.connect();
    const content = { provider: 'sandbox', read: { objects: {} }, write: { objects: { contacts: {} } } };
    await expect(install(content, { integrationId: writer?.id })).resolves.toBeDefined();
  });

  it('allows one per group', async () => {
    await world.connect();
    const { installation } = await install();
    await expect(install()).rejects.toMatchObject({
      kind: 'alreadyExists',
      extras: { context: { installationId: installation.id } },
    });
  });

  it('needs a connection of this group to this provider', async () => {
    await expect(install()).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [{ name: 'groupRef' }] },
    });
    const foreign = await world.connect({ groupRef: 'other' });
    await expect(install(CONFIG, { connectionId: foreign.id })).rejects.toMatchObject({ kind: 'unprocessable' });
    await expect(install(CONFIG, { connectionId: PROJECT })).rejects.toMatchObject({ kind: 'invalidArgument' });
  });

  it('does not find the integration of another project', async () => {
    await world.connect();
    await expect(install(CONFIG, { projectId: integrationId })).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('names every fault of a config', async () => {
    await world.connect();
    const content = {
      provider: 'hubspot',
      read: { objects: { contacts: { selectedFields: { a: 'yes' }, schedule: '* * * * *' }, deals: {} } },
    };
    const error = (await install(content).catch((thrown: unknown) => thrown)) as {
      extras: { issues: { name: string; detail: string }[] };
    };
    expect(error.extras.issues.map(({ name, detail }) => `${name} ${/\(([\w-]+)\)/.exec(detail)?.[1]}`)).toEqual([
      'config.content.provider provider',
      'config.content.read.objects.contacts.selectedFields type',
      'config.content.read.objects.contacts.schedule schedule',
      'config.content.read.objects.contacts.selectedFieldMappings.stage required-mappings-selected',
      'config.content.read.objects.deals object-in-manifest',
    ]);
  });

  it('takes the config that the official interface sends: no objectName, no schedule, no destination', async () => {
    await world.connect();
    await install({
      provider: 'sandbox',
      read: { objects: { contacts: { selectedFields: {}, selectedFieldMappings: { stage: 's' } } } },
    });
  });
});

describe('deleteInstallation', () => {
  it('deletes its connection too, and emits an event for each', async () => {
    const connection = await world.connect();
    const { installation } = await install();
    await expect(
      world.deleteConnection(world.call, { projectId: PROJECT, connectionId: connection.id }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    await world.deleteInstallation(world.call, { projectId: PROJECT, integrationId, installationId: installation.id });
    expect((await world.events()).slice(-2).map(({ type }) => type)).toEqual([
      'installation.deleted',
      'connection.deleted',
    ]);
    await expect(world.deps.stores.connections.find(PROJECT, connection.id)).resolves.toBeUndefined();
    await expect(
      world.deleteInstallation(world.call, { projectId: PROJECT, integrationId, installationId: installation.id }),
    ).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('read plans', () => {
  it('merge revision and config', async () => {
    await world.connect();
    const { installation } = await install({
      ...CONFIG,
      read: {
        objects: {
          ...CONFIG.read.objects,
          contacts: { ...CONFIG.read.objects.contacts, schedule: '0 3 * * *', destination: 'other' },
        },
      },
    });
    const [contacts, companies] = await world.listReadPlans(world.call, {
      projectId: PROJECT,
      installationId: installation.id,
    });
    expect(contacts).toMatchObject({
      objectName: 'contacts',
      mappedObjectName: 'person',
      destinationName: 'other',
      schedule: '0 3 * * *',
      backfillDays: 30,
      disabled: false,
      integrationName: 'crm-in',
      deliveryMode: 'auto',
      selection: {
        selectedFields: ['email', 'phone'],
        selectAll: false,
        mappings: [
          { mapToName: 'firstName', fieldName: 'first_name' },
          { mapToName: 'stage', fieldName: 'lifecycle' },
        ],
      },
    });
    expect(companies).toMatchObject({
      schedule: '',
      destinationName: 'hook',
      mappedObjectName: 'companies',
      backfillDays: 0,
    });
  });

  it('are found by group and either name of the object', async () => {
    await world.connect();
    await install({
      ...CONFIG,
      read: { objects: { ...CONFIG.read.objects, companies: { disabled: true, selectedFields: { name: true } } } },
    });
    const find = (objectName: string, groupRef = 'acme') =>
      world.findReadPlan(world.call, { projectId: PROJECT, integrationId, groupRef, objectName });
    expect((await find('person')).objectName).toBe('contacts');
    expect((await find('contacts')).mappedObjectName).toBe('person');
    await expect(find('deals')).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(find('companies')).rejects.toMatchObject({
      kind: 'invalidArgument',
      detail: expect.stringContaining('disabled'),
    });
    await expect(find('contacts', 'nobody')).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(
      world.findReadPlan(world.call, {
        projectId: PROJECT,
        integrationId: PROJECT,
        groupRef: 'acme',
        objectName: 'contacts',
      }),
    ).rejects.toMatchObject({ kind: 'notFound' });
  });
});
