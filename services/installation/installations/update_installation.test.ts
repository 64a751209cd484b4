import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../lib/json/json.ts';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, keyOf, readObject, STRANGER, told } from '../../../test/support/installed.ts';
import type { ConfigContent } from '../configs/config_content.ts';
import type { FullInstallation } from './installation.ts';

const CRM = {
  name: 'crm',
  read: {
    objects: [
      readObject('contacts', { schedule: '0 * * * *', optionalFieldsAuto: 'all' }),
      readObject('companies', { schedule: '0 * * * *', optionalFieldsAuto: 'all' }),
      readObject('crm.deals'),
    ],
  },
  write: { objects: [{ objectName: 'contacts' }] },
  proxy: { enabled: true },
};

let world: InstallationWorld;
let integrationId: string;
let owner: FullInstallation;
beforeEach(async () => {
  world = await installationWorld();
  integrationId = await deployed(world, CRM);
  owner = await installed(world, integrationId, {
    content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } },
  });
});
afterEach(() => world.close());

const update = (updateMask: string[], content: object, more: object = {}) =>
  world.updateInstallation(world.call, {
    ...keyOf(owner),
    updateMask,
    connectionId: '',
    createdBy: '',
    configContentJson: JSON.stringify(content),
    skipSampling: true,
    ...more,
  });
const read = (objects: object) => ({ read: { objects } });
const contentOf = ({ installation }: FullInstallation) => parseJson(installation.config.contentJson) as ConfigContent;
const stored = async () => (await world.deps.stores.installations.find(PROJECT, owner.installation.id)) ?? owner;
const CONTACTS = 'config.content.read.objects.contacts';

describe('updateInstallation', () => {
  it('replaces what the masks name and nothing else, and tells of both configs', async () => {
    const before = contentOf(owner);
    const after = await update([CONTACTS, 'config.content.write.objects', 'config.content.proxy.enabled'], {
      provider: 'ignored',
      read: { objects: { contacts: { selectedFields: { phone: true } }, companies: {} } },
      write: { objects: { contacts: { objectName: 'contacts' } } },
      proxy: { enabled: true },
    });
    expect(await stored()).toEqual(after);
    expect(contentOf(after)).toEqual({
      provider: 'sandbox',
      read: { objects: { contacts: { selectedFields: { phone: true } } } },
      write: { objects: { contacts: { objectName: 'contacts' } } },
      proxy: { enabled: true },
    });
    expect(after.installation.config.id).not.toBe(owner.installation.config.id);
    expect(after.installation.config.createdBy).toBe('api:create-installation');
    expect(await told(world, 'installation.updated')).toEqual([
      expect.objectContaining({ integrationName: 'crm', config: contentOf(after), lastConfig: before }),
    ]);
  });

  it('is later than the one before it, however fast they follow each other', async () => {
    const times = [];
    for (let n = 0; n < 3; n += 1)
      times.push((await update([CONTACTS], read({ contacts: { n } }))).installation.updateTime);
    const [first = 0] = times;
    expect(times).toEqual([first, Number(first) + 1, Number(first) + 2]);
    expect(first).toBeGreaterThan(owner.installation.createTime);
  });

  it('takes an object name with dots as it is and escaped', async () => {
    for (const name of ['crm.deals', 'crm\\.deals']) {
      const after = await update([`config.content.read.objects.${name}`], read({ 'crm.deals': { custom: name } }));
      expect(contentOf(after).read?.objects?.['crm.deals']).toEqual({ custom: name });
    }
    const deeper = await update(
      ['config.content.read.objects.crm.deals.disabled'],
      read({ 'crm.deals': { disabled: true } }),
    );
    expect(contentOf(deeper).read?.objects?.['crm.deals']).toMatchObject({ disabled: true });
  });

  it('changes who made the config', async () => {
    const { installation } = await update(['config.createdBy'], {}, { createdBy: 'builder:ada' });
    expect(installation.config.createdBy).toBe('builder:ada');
  });

  it('pins the config to the latest revision, and leaves entries alone that fit only an older one', async () => {
    const stricter = {
      objectName: 'contacts',
      destination: 'main',
      requiredFields: [{ mapToName: 'title', prompt: '?' }],
    };
    await deployed(world, { ...CRM, read: { objects: [stricter, readObject('companies')] } });
    const after = await update(['config.content.read.objects.companies'], read({ companies: {} }));
    expect(after.installation.config.revisionId).not.toBe(owner.installation.config.revisionId);
    await expect(update([CONTACTS], read({ contacts: { selectedFields: { a: true } } }))).rejects.toMatchObject({
      kind: 'unprocessable',
    });
    expect(await stored()).toEqual(after);
    await update([CONTACTS], read({ contacts: { selectedFieldMappings: { title: 'name' } } }));
  });

  it.each<[string, string[], object, object]>([
    ['an unknown mask', ['config.content.read'], read({}), {}],
    ['a mask of nothing known', ['healthStatus'], {}, {}],
    ['a mask badly escaped', ['config.content.read.objects.a\\b'], read({ 'a\\b': {} }), {}],
    ['a mask without its value', [CONTACTS], read({ companies: {} }), {}],
    ['a connection mask without a connection', ['connectionId'], {}, {}],
    ['an author mask without an author', ['config.createdBy'], {}, {}],
    ['a name that everything inherits', ['config.content.read.objects.toString'], read({}), {}],
    ['a connection that is not there', ['connectionId'], {}, { connectionId: ABSENT }],
    ['an author that is no ref', ['config.createdBy'], {}, { createdBy: ' x' }],
  ])('refuses %s as malformed', async (_what, mask, content, more) => {
    await expect(update(mask, content, more)).rejects.toMatchObject({
      kind: 'invalidArgument',
      extras: { issues: [expect.objectContaining({ in: 'body' })] },
    });
    expect(await stored()).toEqual(owner);
  });

  it.each<[string, object]>([
    ['config.content.subscribe.objects', { subscribe: { objects: { contacts: { objectName: 'contacts' } } } }],
    ['config.content.write.objects', { write: { objects: { companies: {} } } }],
    ['config.content.write.objects', { write: { objects: { contacts: { deletionSettings: { enabled: 'no' } } } } }],
    [CONTACTS, read({ contacts: { backfill: { defaultPeriod: { days: 1, fullHistory: true } } } })],
  ])('L10: refuses at %s what the integration does not have: %j', async (mask, content) => {
    await expect(update([mask], content)).rejects.toMatchObject({ kind: 'unprocessable' });
    expect(await stored()).toEqual(owner);
  });

  it('L10: keeps existing parts of a config that its integration no longer has', async () => {
    const write = { write: { objects: { contacts: { objectName: 'contacts' } } }, proxy: { enabled: true } };
    await update(['config.content.write.objects', 'config.content.proxy.enabled'], write);
    await deployed(world, { name: 'crm', read: CRM.read });
    const after = await update([`${CONTACTS}.disabled`], read({ contacts: { disabled: true } }));
    expect(contentOf(after)).toMatchObject(write);
    await update(['config.content.write.objects'], write);
    await update(['config.content.write.objects', 'config.content.proxy.enabled'], {
      write: { objects: {} },
      proxy: { enabled: false },
    });
    await expect(update(['config.content.write.objects'], write)).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('lists the masks that are allowed', async () => {
    await expect(update(['config.createdBy', 'nonsense'], {}, { createdBy: 'x' })).rejects.toMatchObject({
      extras: {
        issues: [expect.objectContaining({ name: 'updateMask[1]' })],
        remedy: expect.stringContaining('connectionId, config.createdBy, config.content.read.objects.<object>'),
      },
    });
  });

  it.each<[string, object]>([
    ['config.content.read.objects.leads', read({ leads: {} })],
    [CONTACTS, read({ contacts: { schedule: '* * * * *' } })],
    [`${CONTACTS}.disabled`, read({ contacts: { disabled: 'yes' } })],
    ['config.content.write.objects', { write: { objects: { leads: {} } } }],
    ['config.content.read.objects.twin', read({ twin: { objectName: 'contacts' } })],
  ])('refuses what does not fit at %s, and saves none of the other masks', async (mask, content) => {
    await expect(update([mask, 'config.createdBy'], content, { createdBy: 'x' })).rejects.toMatchObject({
      kind: 'unprocessable',
    });
    expect(await stored()).toEqual(owner);
    expect(await told(world, 'installation.updated')).toEqual([]);
  });

  it('samples what is newly read and nothing else, and saves nothing that the provider refuses', async () => {
    const choose = (fields: object, skipSampling = false) =>
      update([CONTACTS], read({ contacts: { selectedFields: fields } }), { skipSampling });
    world.answer(() => ({ status: 400, body: { error: { message: 'no field named shoe_size' } } }));
    await expect(choose({ shoe_size: true })).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ detail: expect.stringContaining('no field named shoe_size') })] },
    });
    expect(await stored()).toEqual(owner);
    world.answer(() => ({ body: { data: [], next_cursor: null } }));
    const before = world.sent.length;
    await choose({ phone: true, email: true });
    expect(world.sent).toHaveLength(before + 1);
    await choose({ phone: true });
    await update(['config.createdBy'], {}, { createdBy: 'x', skipSampling: false });
    await choose({ shoe_size: true }, true);
    expect(world.sent).toHaveLength(before + 1);
  });

  it('moves to another connection of the group, and asks that account about everything', async () => {
    const next = await world.connect();
    const moved = await update(['connectionId'], {}, { connectionId: next.id, skipSampling: false });
    expect(moved.connection.connection.id).toBe(next.id);
    expect(world.sent).toHaveLength(1);
    await world.deleteConnection(world.call, { projectId: PROJECT, connectionId: owner.installation.connectionId });
    await expect(
      world.deleteConnection(world.call, { projectId: PROJECT, connectionId: next.id }),
    ).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('takes no connection of another group, to another provider or of another project', async () => {
    const ofOthers = await world.connect({ groupRef: 'others' });
    const elsewhere = await world.connect({
      provider: 'sandboxBasic',
      credentialsJson: '{"basicAuth":{"username":"a","password":"b"}}',
    });
    const foreign = await world.connect({ projectId: STRANGER });
    for (const { id } of [ofOthers, elsewhere])
      await expect(update(['connectionId'], {}, { connectionId: id })).rejects.toMatchObject({ kind: 'unprocessable' });
    for (const connectionId of [foreign.id, ABSENT])
      await expect(update(['connectionId'], {}, { connectionId })).rejects.toMatchObject({
        kind: 'invalidArgument',
        detail: 'There is no such connection.',
      });
    expect(await stored()).toEqual(owner);
  });

  it('knows no installation of another project or integration', async () => {
    const other = await deployed(world, { ...CRM, name: 'other' });
    for (const [more, detail] of [
      [{ installationId: ABSENT }, 'There is no such installation.'],
      [{ integrationId: other }, 'There is no such installation.'],
      [{ projectId: STRANGER }, 'There is no such installation.'],
      [{ integrationId: ABSENT }, 'There is no such integration.'],
    ] as const)
      await expect(update(['config.createdBy'], {}, { createdBy: 'x', ...more })).rejects.toMatchObject({
        kind: 'notFound',
        detail,
      });
  });

  it('loses none of many that come at once and have to be sampled', async () => {
    const fields = ['name', 'email', 'phone', 'city'];
    await Promise.all(
      fields.map((field) =>
        update([`${CONTACTS}.selectedFields.${field}`], read({ contacts: { selectedFields: { [field]: true } } }), {
          skipSampling: false,
        }),
      ),
    );
    const { contacts } = contentOf(await stored()).read?.objects ?? {};
    expect(Object.keys(contacts?.selectedFields ?? {}).sort()).toEqual(fields.toSorted());
    expect(await told(world, 'installation.updated')).toHaveLength(fields.length);
  });
});
