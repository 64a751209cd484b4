import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, readObject, STRANGER } from '../../../test/support/installed.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const CRM = {
  name: 'crm',
  read: {
    objects: [
      readObject('contacts', {
        mapToName: 'person',
        requiredFields: [{ fieldName: 'id' }, { mapToName: 'mail' }],
        optionalFields: [
          { fieldName: 'fax', mapToName: 'faxNumber' },
          { mapToName: 'nick' },
          { mapToName: 'stage', default: 'phase' },
          { fieldName: 'phone' },
        ],
      }),
      readObject('deals', { mapToName: 'chance' }),
    ],
  },
  write: {
    objects: [{ objectName: 'contacts', inheritMapping: true }, { objectName: 'deals' }, { objectName: 'companies' }],
  },
};
const READ = {
  contacts: {
    selectedFieldMappings: { mail: "$['emails'][0]", nick: '' },
    selectedValueMappings: { mail: { none: '' }, phone: { no: 0 } },
  },
};

async function made(write: object | undefined, { crm = CRM as object, read = READ as object } = {}) {
  const integrationId = await deployed(world, crm);
  const owner = await installed(world, integrationId, {
    content: { read: { objects: read }, ...(write && { write }) },
  });
  const find = async (objectName: string, more: object = {}) =>
    world.findWritePlan(world.call, { projectId: PROJECT, integrationId, groupRef: 'acme', objectName, ...more });
  return { integrationId, owner, find };
}

describe('findWritePlan', () => {
  it('finds an object by its native name, its mapped name with inheritMapping, or its key', async () => {
    const { find, owner } = await made({ objects: { mine: { objectName: 'contacts' }, deals: {} } });
    for (const name of ['contacts', 'person', 'mine'])
      expect(await find(name)).toMatchObject({
        objectName: 'contacts',
        mappedObjectName: 'person',
        integrationName: 'crm',
        deletionEnabled: false,
        installationId: owner.installation.id,
      });
    expect(await find('deals')).toMatchObject({ objectName: 'deals', mappedObjectName: 'deals' });
    await expect(find('chance')).rejects.toMatchObject({ kind: 'invalidArgument' });
  });

  it('prefers the native name to a key', async () => {
    const { find } = await made({ objects: { deals: { objectName: 'contacts' }, other: { objectName: 'deals' } } });
    expect(await find('deals')).toMatchObject({ objectName: 'deals', key: 'other' });
  });

  it('has the names of reading: the customer’s, those of the manifest, and those that are left unmapped', async () => {
    const { find } = await made({ objects: { contacts: {}, deals: {} } });
    expect((await find('contacts')).rules).toEqual({
      mappings: [
        { mapToName: 'faxNumber', fieldName: 'fax' },
        { mapToName: 'mail', fieldName: "$['emails'][0]" },
      ],
      unmapped: ['nick', 'stage'],
      valueMappings: { "$['emails'][0]": { none: '' }, phone: { no: 0 } },
      settings: {},
      allowAnyFields: false,
    });
    expect((await find('deals')).rules).toMatchObject({ mappings: [], unmapped: [], valueMappings: {} });
  });

  it('has the names of the manifest where the installation reads nothing', async () => {
    const { find } = await made({ objects: { contacts: {} } }, { read: {} });
    expect((await find('person')).rules).toMatchObject({
      mappings: [{ mapToName: 'faxNumber', fieldName: 'fax' }],
      unmapped: ['mail', 'nick', 'stage'],
    });
  });

  it('has the settings by the provider’s field, and the deprecated defaults', async () => {
    const contacts = {
      deletionSettings: { enabled: true },
      selectedFieldSettings: {
        faxNumber: { writeOnCreate: 'never' },
        phone: { default: { stringValue: '1' }, writeOnUpdate: 'ifEmpty' },
        fax2: { writeOnUpdate: 'never' },
      },
      selectedValueDefaults: {
        mail: { value: 'a@example.org', applyOnUpdate: 'never' },
        phone: { value: '2' },
        id: { value: 7 },
      },
    };
    const { find } = await made({ objects: { contacts } });
    const { deletionEnabled, rules } = await find('contacts');
    expect(deletionEnabled).toBe(true);
    expect(rules.settings).toEqual({
      fax: { writeOnCreate: 'never', writeOnUpdate: 'always' },
      phone: { default: '1', writeOnCreate: 'always', writeOnUpdate: 'ifEmpty' },
      fax2: { writeOnCreate: 'always', writeOnUpdate: 'never' },
      "$['emails'][0]": {
        default: 'a@example.org',
        writeOnCreate: 'always',
        writeOnUpdate: 'always',
        defaultOnUpdate: 'never',
      },
      id: { default: 7, writeOnCreate: 'always', writeOnUpdate: 'always' },
    });
  });

  it.each<[string, string, object, string, string]>([
    ['a group that has installed nothing', 'contacts', { groupRef: 'nobody' }, 'groupRef', 'no installation'],
    ['no group', 'contacts', { groupRef: '' }, 'groupRef', 'no installation'],
    ['an object that the config does not write', 'companies', {}, 'objectName', 'it writes person, deals.'],
    ['an object that nobody has', 'toString', {}, 'objectName', 'it writes person, deals.'],
  ])('refuses %s', async (_what, objectName, more, name, detail) => {
    const { find } = await made({ objects: { contacts: {}, deals: {} } });
    await expect(find(objectName, more)).rejects.toMatchObject({
      kind: 'invalidArgument',
      detail: expect.stringContaining(detail),
      extras: { issues: [expect.objectContaining({ name })] },
    });
  });

  it.each([undefined, {}, { objects: {} }])('writes nothing with the block %j', async (write) => {
    const { find } = await made(write);
    await expect(find('contacts')).rejects.toMatchObject({
      kind: 'invalidArgument',
      detail: expect.stringContaining('config.content.write.objects'),
    });
  });

  it('serves an integration that only writes, installed as the UI library does, from the form to the plan', async () => {
    const crm = { name: 'writer', write: { objects: [{ objectName: 'contacts', inheritMapping: true }] } };
    const { find, owner, integrationId } = await made(
      { objects: { contacts: { objectName: 'contacts' } } },
      { crm, read: {} },
    );
    const { revisionId } = owner.installation.config;
    const connectionId = owner.connection.connection.id;
    const form = await world.hydrateRevision(world.call, {
      projectId: PROJECT,
      integrationId,
      revisionId,
      connectionId,
    });
    expect(form.content).toEqual({
      name: 'writer',
      provider: 'sandbox',
      write: { objects: [{ objectName: 'contacts', displayName: 'Contacts' }] },
    });
    const listed = await world.describeInstallations(
      await world.listInstallations(PROJECT, { integrationId, groupRef: '' }, { after: '', limit: 10 }),
    );
    expect(listed).toMatchObject([{ healthReasons: [], warnings: [] }]);
    expect(await find('contacts')).toMatchObject({
      mappedObjectName: 'contacts',
      rules: { mappings: [], unmapped: [] },
    });
    expect(
      await world.listReadPlans(world.call, { projectId: PROJECT, installationId: owner.installation.id }),
    ).toEqual([]);
    expect(world.sent).toEqual([]);
  });

  it('writes no object that the latest revision leaves out', async () => {
    const { find } = await made({ objects: { contacts: {}, deals: {} } });
    await deployed(world, { ...CRM, write: { objects: [{ objectName: 'deals' }] } });
    await expect(find('contacts')).rejects.toMatchObject({ detail: expect.stringContaining('it writes deals.') });
    expect(await find('deals')).toMatchObject({ objectName: 'deals' });
  });

  it('knows no integration of another project', async () => {
    const { find } = await made({ objects: { contacts: {} } });
    for (const more of [{ integrationId: ABSENT }, { projectId: STRANGER }])
      await expect(find('contacts', more)).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such integration.',
      });
  });

  it('says that a revision is missing, and does not look for it forever', async () => {
    const { find, integrationId } = await made({ objects: { contacts: {} } });
    await world.deps.stores.integrations.removeRevisions(PROJECT, integrationId);
    await expect(find('contacts')).rejects.toThrow('pinned to a revision that is not there');
  });

  it('does not ask whether the provider accepts the credentials', async () => {
    const { find, owner } = await made({ objects: { contacts: {} } });
    const { id, generation } = owner.connection.connection;
    await world.deps.stores.connections.markBad(PROJECT, id, generation, 1);
    expect(await find('contacts')).toMatchObject({ objectName: 'contacts', credentialsVersion: '' });
  });
});
