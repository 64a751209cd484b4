import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../lib/json/json.ts';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, readObject, STRANGER, told } from '../../../test/support/installed.ts';
import type { ConfigContent } from '../configs/config_content.ts';
import type { PatchChange } from '../configs/json_patch.ts';
import type { FullInstallation } from './installation.ts';

const CRM = {
  name: 'crm',
  read: {
    objects: [
      readObject('contacts', {
        mapToName: 'person',
        schedule: '0 * * * *',
        optionalFieldsAuto: 'all',
        backfill: { defaultPeriod: { days: 7 } },
      }),
      readObject('deals'),
    ],
  },
  write: { objects: [{ objectName: 'contacts' }] },
  subscribe: {
    objects: [
      {
        objectName: 'contacts',
        destination: 'main',
        inheritFieldsAndMapping: true,
        createEvent: { enabled: 'always' },
      },
    ],
  },
};

let world: InstallationWorld;
let integrationId: string;
let owner: FullInstallation;
beforeEach(async () => {
  world = await installationWorld();
  integrationId = await deployed(world, CRM);
  owner = await installed(world, integrationId, {
    content: { provider: 'sandbox', read: { objects: { contacts: { selectedFields: { email: true } } } } },
  });
});
afterEach(() => world.close());

const patch = (objectName: string, changes: PatchChange[], more: object = {}) =>
  world.patchObjectConfig(world.call, {
    projectId: PROJECT,
    integrationId,
    objectName,
    groupRef: 'acme',
    installationId: '',
    action: 'read',
    changes,
    ...more,
  });
const contentOf = ({ installation }: FullInstallation) => parseJson(installation.config.contentJson) as ConfigContent;
const stored = async () => (await world.deps.stores.installations.find(PROJECT, owner.installation.id)) ?? owner;
const add = (path: string, value: unknown) => ({ op: 'add', path, value }) as PatchChange;

describe('patchObjectConfig', () => {
  it('applies all changes, for a group or an installation, by the native or the mapped name', async () => {
    const first = await patch('contacts', [
      add('/schedule', '15 * * * *'),
      { op: 'remove', path: '/selectedFields/email' },
    ]);
    expect(contentOf(first).read).toEqual({ objects: { contacts: { selectedFields: {}, schedule: '15 * * * *' } } });
    const byId = { groupRef: '', installationId: owner.installation.id };
    const second = await patch('person', [{ op: 'replace', path: '/schedule', value: '45 * * * *' }], byId);
    expect(contentOf(second).read?.objects?.['contacts']).toMatchObject({ schedule: '45 * * * *' });
    expect(await stored()).toEqual(second);
    expect(await told(world, 'installation.updated')).toHaveLength(2);
  });

  it('gives an object a config that had none, for each action', async () => {
    const changes = [add('/custom', { deep: [1] })];
    await patch('deals', changes);
    await patch('contacts', changes, { action: 'write' });
    const after = await patch('contacts', changes, { action: 'subscribe' });
    const custom = { deep: [1] };
    expect(contentOf(after)).toEqual({
      provider: 'sandbox',
      read: { objects: { contacts: { selectedFields: { email: true } }, deals: { objectName: 'deals', custom } } },
      write: { objects: { contacts: { objectName: 'contacts', custom } } },
      subscribe: { objects: { contacts: { objectName: 'contacts', custom } } },
    });
  });

  it.each<[string, PatchChange]>([
    ['unprocessable', { op: 'remove', path: '/nothing' }],
    ['unprocessable', add('/schedule', '* * * * *')],
    ['unprocessable', add('/disabled', 'yes')],
    ['unprocessable', add('/selectedFields', null)],
    ['unprocessable', { op: 'replace', path: '/objectName', value: 7 } as PatchChange],
    ['unprocessable', add('/objectName', 'deals')],
    ['invalidArgument', add('/__proto__/polluted', true)],
    ['invalidArgument', add('schedule', '0 * * * *')],
  ])('makes none of the changes when one is %s: %j', async (kind, bad) => {
    await expect(patch('contacts', [add('/custom', 1), bad])).rejects.toMatchObject({ kind });
    expect(await stored()).toEqual(owner);
    expect(await told(world, 'installation.updated')).toEqual([]);
  });

  it('replaces what the installation inherits by a value of its own, and its part by a whole of its own', async () => {
    const after = await patch('contacts', [
      { op: 'replace', path: '/schedule', value: '15 * * * *' },
      { op: 'replace', path: '/backfill/defaultPeriod/days', value: 3 },
    ]);
    expect(contentOf(after).read?.objects?.['contacts']).toMatchObject({
      schedule: '15 * * * *',
      backfill: { defaultPeriod: { days: 3 } },
    });
    await patch('contacts', [{ op: 'remove', path: '/schedule' }]);
    expect(contentOf(await stored()).read?.objects?.['contacts']).not.toHaveProperty('schedule');
  });

  it('says of an inherited value that it cannot be removed, and what to do', async () => {
    for (const path of ['/schedule', '/backfill/defaultPeriod'])
      await expect(patch('contacts', [{ op: 'remove', path }])).rejects.toMatchObject({
        kind: 'unprocessable',
        extras: { issues: [{ detail: expect.stringMatching(/^remove addresses .*inherits.*add sets another value/) }] },
      });
    expect(await stored()).toEqual(owner);
  });

  it('makes the parents that the schema knows, and selects a field by replace', async () => {
    const after = await patch('deals', [
      add('/selectedFields/name', true),
      { op: 'replace', path: '/selectedFields/email', value: true },
      add('/selectedValueMappings/stage/won', 'closedwon'),
      add('/fieldFilters/-', { fieldName: 'name', operator: 'eq', value: 'x' }),
    ]);
    expect(contentOf(after).read?.objects?.['deals']).toEqual({
      objectName: 'deals',
      selectedFields: { name: true, email: true },
      selectedValueMappings: { stage: { won: 'closedwon' } },
      fieldFilters: [{ fieldName: 'name', operator: 'eq', value: 'x' }],
    });
    await expect(patch('deals', [add('/unknown/part', 1)])).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('leaves out one field of an object that selects all of them, and selects it again', async () => {
    const selectionOf = async () => {
      const of = { projectId: PROJECT, installationId: owner.installation.id, objectName: '' };
      const plans = await world.listReadPlans(world.call, of);
      return plans.find(({ objectName }) => objectName === 'contacts')?.selection;
    };
    await patch('contacts', [add('/selectedFieldsAuto', 'all'), { op: 'remove', path: '/selectedFields/phone' }]);
    expect(contentOf(await stored()).read?.objects?.['contacts']).toMatchObject({
      selectedFields: { email: true, phone: false },
    });
    expect(await selectionOf()).toMatchObject({ selectAll: true, unselectedFields: ['phone'] });
    await patch('contacts', [{ op: 'remove', path: '/selectedFields/phone' }]);
    expect(await selectionOf()).not.toHaveProperty('unselectedFields');
  });

  it('L10: refuses enabled: sometimes for an event, and accepts what official clients send', async () => {
    const event = (enabled: string) => [add('/createEvent', { enabled })];
    const subscribe = { action: 'subscribe' };
    await expect(patch('contacts', event('sometimes'), subscribe)).rejects.toMatchObject({ kind: 'unprocessable' });
    for (const enabled of ['always', 'never']) await patch('contacts', event(enabled), subscribe);
  });

  it('adds, replaces and removes what the config says of writing an object', async () => {
    const write = { action: 'write' };
    await patch(
      'person',
      [
        add('/deletionSettings/enabled', true),
        add('/selectedFieldSettings/email/writeOnUpdate', 'ifEmpty'),
        add('/selectedFieldSettings/id/default/stringValue', 'x'),
      ],
      write,
    );
    const after = await patch(
      'contacts',
      [
        { op: 'replace', path: '/selectedFieldSettings/email/writeOnUpdate', value: 'never' },
        { op: 'remove', path: '/selectedFieldSettings/id/default' },
        { op: 'remove', path: '/deletionSettings' },
      ],
      write,
    );
    expect(contentOf(after).write?.objects).toEqual({
      contacts: {
        objectName: 'contacts',
        selectedFieldSettings: { email: { writeOnUpdate: 'never' }, id: {} },
      },
    });
    for (const [op, path, value] of [
      ['replace', '/deletionSettings', { enabled: true }],
      ['replace', '/selectedFieldSettings/email/writeOnUpdate', 'sometimes'],
      ['add', '/selectedFieldSettings/fax/default', { stringValue: 'x' }],
      ['remove', '/selectedValueDefaults', undefined],
    ] as const)
      await expect(patch('contacts', [{ op, path, value } as PatchChange], write)).rejects.toMatchObject({
        kind: 'unprocessable',
      });
    expect(await stored()).toEqual(after);
  });

  it('L13: says that add sets a value that is missing', async () => {
    await expect(patch('contacts', [{ op: 'replace', path: '/disabled', value: true }])).rejects.toMatchObject({
      extras: { issues: [{ detail: 'replace addresses a member that does not exist: add sets it.' }] },
    });
  });

  it('makes none of the changes when the provider refuses a field', async () => {
    world.answer(() => ({ status: 400, body: { error: { message: 'no such field' } } }));
    await expect(patch('contacts', [add('/selectedFields', { shoe_size: true })])).rejects.toMatchObject({
      kind: 'unprocessable',
    });
    expect(await stored()).toEqual(owner);
  });

  it('keeps a config small enough for a webhook that tells of it and of the one before', async () => {
    const large = (...names: string[]) => names.map((name) => add(`/${name}`, 'x'.repeat(60_000)));
    await patch('contacts', large('a', 'b'));
    await expect(patch('contacts', large('c'))).rejects.toMatchObject({ kind: 'unprocessable' });
    await patch('contacts', [{ op: 'remove', path: '/a' }, ...large('c')]);
  });

  it('knows no integration, installation or object of the action that is absent or foreign', async () => {
    const other = await deployed(world, CRM, { projectId: STRANGER });
    const theirs = await installed(world, other, {
      projectId: STRANGER,
      content: { read: { objects: { contacts: {} } } },
    });
    const changes = [add('/custom', 1)];
    const byId = (installationId: string) => ({ groupRef: '', installationId });
    for (const [objectName, more, detail] of [
      ['contacts', { integrationId: ABSENT }, 'There is no such integration.'],
      ['contacts', { integrationId: other }, 'There is no such integration.'],
      ['contacts', { groupRef: 'nobody' }, 'There is no such installation.'],
      ['contacts', byId(ABSENT), 'There is no such installation.'],
      ['contacts', byId(theirs.installation.id), 'There is no such installation.'],
      ['leads', {}, 'The integration does not read an object leads.'],
      ['deals', { action: 'write' }, 'The integration does not write an object deals.'],
    ] as const)
      await expect(patch(objectName, changes, more)).rejects.toMatchObject({ kind: 'notFound', detail });
  });
});
