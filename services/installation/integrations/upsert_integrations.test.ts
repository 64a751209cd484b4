import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type InstallationWorld,
  installationWorld,
  MANIFEST,
  PROJECT,
} from '../../../test/support/installation_world.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const deploy = (sourceYaml: string) => world.upsertIntegrations(world.call, { projectId: PROJECT, sourceYaml });

async function issues(sourceYaml: string): Promise<string[]> {
  const error = (await deploy(sourceYaml).catch((thrown: unknown) => thrown)) as {
    kind: string;
    extras: { issues: { name: string; detail: string }[] };
  };
  expect(error.kind).toBe('unprocessable');
  expect(await world.db('integrations').count({ n: '*' })).toEqual([{ n: 0 }]);
  return error.extras.issues.map(
    ({ name, detail }) => `${name} ${/^line \d+, column \d+/.exec(detail)?.[0]} ${/\(([\w-]+)\)/.exec(detail)?.[1]}`,
  );
}

describe('upsertIntegrations', () => {
  it('creates an integration, and no second revision of the same content', async () => {
    const [first] = await deploy(MANIFEST);
    const [again] = await deploy(MANIFEST.replace('displayName: CRM\n', 'displayName: "CRM" # the same\n'));
    expect(again).toEqual(first);
    const [changed] = await deploy(MANIFEST.replace('CRM', 'Other'));
    expect(changed?.id).toBe(first?.id);
    expect(changed?.latestRevision.id).not.toBe(first?.latestRevision.id);
    expect(changed?.updateTime).not.toBeNull();
  });

  it('returns only the integrations of the file, and keeps the others', async () => {
    await deploy(MANIFEST);
    const answered = await deploy(MANIFEST.replace('crm-in', 'other'));
    expect(answered.map(({ name }) => name)).toEqual(['other']);
    expect((await world.deps.stores.integrations.list(PROJECT)).map(({ name }) => name)).toEqual(['other', 'crm-in']);
  });

  it('names line, column and path of every fault at once, and changes nothing', async () => {
    const source = `specVersion: 2.0.0
integrations:
  - name: my integration
    provider: nowhere
    read:
      objects:
        - objectName: contacts
          destination: hook
          schedule: '*/5 * * * *'
          backfill:
            defaultPeriod:
              days: 3
              fullHistory: true
        - objectName: contacts
          schedule: tomorrow
          delivery:
            mode: auto
            pageSize: 100
  - name: empty
    provider: sandbox
`;
    expect(await issues(source)).toEqual([
      '$.integrations[0].read.objects[1].destination line 14, column 11 required-field',
      '$.specVersion line 1, column 1 spec-version',
      '$.integrations[0].name line 3, column 5 integration-name',
      '$.integrations[0].read.objects[1].objectName line 14, column 11 duplicate-read-object',
      '$.integrations[0].read.objects[0].schedule line 9, column 11 schedule-minimum-interval',
      '$.integrations[0].read.objects[0].backfill.defaultPeriod line 11, column 13 backfill-config',
      '$.integrations[0].read.objects[1].schedule line 15, column 11 schedule-syntax',
      '$.integrations[0].read.objects[1].delivery.pageSize line 18, column 13 delivery-mode',
      '$.integrations[0].provider line 4, column 5 provider-not-supported',
      '$.integrations[1] line 19, column 5 integration-structure',
    ]);
  });

  it.each([
    ['no YAML', 'a: [', 'yaml-syntax'],
    ['a key twice', 'specVersion: 1.0.0\nspecVersion: 1.0.0\n', 'yaml-syntax'],
    ['a list at the top', '- a\n', 'type'],
    ['nothing', '\n', 'type'],
    ['text for a list', 'specVersion: 1.0.0\nintegrations: hello\n', 'type'],
    ['an empty list', 'specVersion: 1.0.0\nintegrations: []\n', 'integration-structure'],
    ['text for an object', 'specVersion: 1.0.0\nintegrations: [hello]\n', 'type'],
  ])('refuses %s', async (_what, source, rule) => {
    expect((await issues(source)).join()).toContain(rule);
  });

  it('refuses aliases that multiply', async () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      ...'bcdefgh'.split('').map((key, i) => `${key}: &${key} [${Array(10).fill(`*${'abcdefg'[i]}`).join(', ')}]`),
    ].join('\n');
    await expect(deploy(bomb)).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('refuses a document with too many levels', async () => {
    await expect(deploy(`specVersion: ${'['.repeat(200)}${']'.repeat(200)}`)).rejects.toMatchObject({
      kind: 'unprocessable',
    });
  });

  it('stores blocks that Causeway does not run yet, and stores warnings', async () => {
    const [integration] = await deploy(`${MANIFEST}    write:
      objects:
        - objectName: contacts
          inheritMapping: true
    proxy:
      enabled: true
    subscribe:
      objects:
        - objectName: contacts
          destination: hook
          inheritFieldsAndMapping: true
          createEvent:
            enabled: always
    colour: red
`);
    const content = JSON.parse(integration?.latestRevision.contentJson ?? '') as Record<string, unknown>;
    expect(content).toMatchObject({ write: { objects: [{ objectName: 'contacts' }] }, proxy: { enabled: true } });
    expect(content).not.toHaveProperty('colour');
    const revision = await world.deps.stores.integrations.findRevision(PROJECT, integration?.latestRevision.id ?? '');
    expect(revision?.warnings.map(({ rule, path }) => `${rule} ${path}`)).toEqual(
      expect.arrayContaining([
        'unknown-key $.integrations[0].colour',
        'destination-exists $.integrations[0].read.objects[0].destination',
      ]),
    );
  });

  const typos = MANIFEST.replace('schedule:', 'shedule:').replace('backfill:', 'backfil:');

  it('L8: returns a warning for each unknown key, with its place and a suggestion', async () => {
    const [integration] = await deploy(`colour: red\n${typos}`);
    const unknown = integration?.latestRevision.warnings.filter(({ rule }) => rule === 'unknown-key');
    expect(unknown).toEqual([
      {
        message: 'The key colour is not known and has no effect.',
        line: 1,
        column: 1,
        path: '$.colour',
        rule: 'unknown-key',
        suggestion: '',
      },
      expect.objectContaining({
        line: 11,
        column: 11,
        path: '$.integrations[0].read.objects[0].shedule',
        suggestion: 'Did you mean schedule?',
      }),
      expect.objectContaining({
        path: '$.integrations[0].read.objects[0].backfil',
        suggestion: 'Did you mean backfill?',
      }),
    ]);
  });

  it('L8: returns the warnings of this deploy, also when the content is unchanged', async () => {
    const rules = async (source: string) => (await deploy(source))[0]?.latestRevision.warnings.map(({ rule }) => rule);
    const [first] = await deploy(MANIFEST);
    expect(await rules(`${MANIFEST}    colour: red\n`)).toContain('unknown-key');
    expect(await rules(MANIFEST)).not.toContain('unknown-key');
    const [again] = await world.deps.stores.integrations.list(PROJECT);
    expect(again?.latestRevision.id).toBe(first?.latestRevision.id);
  });

  it('L9: warns of every block that is stored but not run yet, even in an integration without reads', async () => {
    const [integration, caller] = await deploy(`specVersion: 1.0.0
integrations:
  - name: writer
    provider: sandbox
    write:
      objects:
        - objectName: contacts
    watchSchema:
      destination: hook
      allObjects: {}
  - name: caller
    provider: sandbox
    proxy:
      enabled: true
`);
    expect(integration?.latestRevision.warnings.filter(({ rule }) => rule === 'not-run-yet')).toEqual([
      expect.objectContaining({ path: '$.integrations[0].watchSchema', line: 8 }),
    ]);
    expect(caller?.latestRevision.warnings).toEqual([]);
  });

  it('L8: shows the warnings that 0.1.0 stored as texts', async () => {
    const [integration] = await deploy(MANIFEST);
    await world.db('revisions').update({ warnings: '["$.integrations[0].colour: line 9: not known"]' });
    const found = await world.deps.stores.integrations.find(PROJECT, integration?.id ?? '');
    expect(found?.latestRevision.warnings).toEqual([
      expect.objectContaining({ message: '$.integrations[0].colour: line 9: not known', line: 0 }),
    ]);
  });

  it('knows destinations from the events of notifications', async () => {
    const saved = { id: PROJECT, projectId: PROJECT, time: 5, payload: { destinationId: PROJECT, name: 'hook' } };
    await world.noteDestination({ ...saved, type: 'destination.saved' });
    const [integration] = await deploy(MANIFEST);
    const revision = await world.deps.stores.integrations.findRevision(PROJECT, integration?.latestRevision.id ?? '');
    expect(revision?.warnings).toEqual([]);
  });

  it.each([
    ['subscribe without read', 'subscribe: {objects: [{objectName: a, destination: d}]}', 'subscribe-requires-read'],
    [
      'an unmapped watch list',
      'read: {objects: [{objectName: a, destination: d}]}\n    subscribe: {objects: [{objectName: a, destination: d, updateEvent: {enabled: always}}]}',
      'update-event-watch-fields',
    ],
    [
      'nested watch fields',
      'read: {objects: [{objectName: a, destination: d}]}\n    subscribe: {objects: [{objectName: a, destination: d, inheritFieldsAndMapping: true, updateEvent: {enabled: always, requiredWatchFields: [a.b]}}]}',
      'watch-fields-no-nesting',
    ],
    [
      'enabled: always without fields',
      'read: {objects: [{objectName: a, destination: d, schedule: "0 * * * *", enabled: always}]}',
      'always-enabled-fields',
    ],
    ['a module the provider has not', 'module: nope\n    proxy: {enabled: true}', 'provider-module'],
    [
      'on request without a page size',
      'read: {objects: [{objectName: a, destination: d, delivery: {mode: onRequest}}]}',
      'delivery-mode',
    ],
    [
      'a schema watch twice an hour',
      'proxy: {enabled: true}\n    watchSchema: {destination: d, schedule: "*/30 * * * *", allObjects: {}}',
      'schedule-minimum-interval',
    ],
  ])('refuses %s', async (_what, block, rule) => {
    expect(
      (await issues(`specVersion: 1.0.0\nintegrations:\n  - name: a\n    provider: sandbox\n    ${block}\n`)).join(),
    ).toContain(rule);
  });
});

describe('what a provider can do', () => {
  it.each([
    ['aWeber', 'read: {objects: [{objectName: a, destination: d}]}', 'provider-capability-read'],
    ['activeCampaign', 'proxy: {enabled: true}', 'provider-capability-proxy'],
    ['aws', 'proxy: {enabled: true}', 'provider-capability-proxy'],
    ['google', 'module: gmail\n    proxy: {enabled: true, useModule: true}', 'proxy-module'],
    ['google', 'proxy: {enabled: true, useModule: true}', 'proxy-module'],
    ['sandbox', 'proxy: {enabled: true, useModule: true}', 'proxy-module'],
    [
      'pipedrive',
      'subscribe: {objects: [{objectName: a, destination: d, otherEvents: [x]}]}',
      'provider-capability-subscribe',
    ],
  ])('refuses for %s what it can not do', async (provider, block, rule) => {
    expect(
      (
        await issues(`specVersion: 1.0.0\nintegrations:\n  - name: a\n    provider: ${provider}\n    ${block}\n`)
      ).join(),
    ).toContain(rule);
  });

  it.each([
    ['hubspot', 'write: {objects: [{objectName: contacts}]}\n    proxy: {enabled: true}'],
    ['wordPressSelfHosted', 'read: {objects: [{objectName: posts, destination: d}]}'],
    [
      'google',
      'module: gmail\n    read: {objects: [{objectName: messages, destination: d}]}\n    proxy: {enabled: true}',
    ],
    ['netsuite', 'proxy: {enabled: true, useModule: true}'],
    ['meta', 'module: whatsapp\n    proxy: {enabled: true, useModule: true}'],
    [
      'activeCampaign',
      'read: {objects: [{objectName: contacts, destination: d}]}\n    proxy: {enabled: false, useModule: true}',
    ],
  ])('accepts for %s what it can do, whether or not Causeway runs it yet', async (provider, block) => {
    await expect(
      deploy(`specVersion: 1.0.0\nintegrations:\n  - name: a\n    provider: ${provider}\n    ${block}\n`),
    ).resolves.toHaveLength(1);
  });
});

describe('a proxy that uses the module', () => {
  it.each([
    ['google', 'module: gmail, ', 'The module gmail of Google does not support proxy.'],
    ['google', '', 'The module calendar of Google does not support proxy.'],
    ['sandbox', '', 'The integration has no module to use.'],
  ])('is refused for %s {%s}, with the module and what to do', async (provider, module, message) => {
    const integration = `{name: a, provider: ${provider}, ${module}proxy: {enabled: true, useModule: true}}`;
    const error = await deploy(`specVersion: 1.0.0\nintegrations: [${integration}]\n`).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [{ name: '$.integrations[0].proxy.useModule', detail: expect.stringContaining(message) }] },
    });
    expect(JSON.stringify(error)).toContain('Remove useModule: calls then go to the address of the provider.');
  });
});

describe('H10: an object of a manifest', () => {
  const marketo = (objects: string[], displayName = 'CRM') =>
    `specVersion: 1.0.0
integrations:
  - name: crm
    provider: marketo
    displayName: ${displayName}
    read:
      objects:
${objects.map((name) => `        - {objectName: ${name}, destination: d}\n`).join('')}`;

  it('H10: is refused when the provider file calls it unreadable, under any of its names, with what to do', async () => {
    const error = (await deploy(marketo(['lists', 'leads', 'Lead'])).catch((thrown: unknown) => thrown)) as {
      kind: string;
      extras: { issues: { name: string; detail: string }[] };
    };
    expect(error.kind).toBe('unprocessable');
    expect(error.extras.issues.map(({ name }) => name)).toEqual([
      '$.integrations[0].read.objects[1].objectName',
      '$.integrations[0].read.objects[2].objectName',
    ]);
    expect(error.extras.issues[0]?.detail).toBe(
      'line 9, column 12: "leads" of Marketo cannot be read. Marketo lists it only by the values of a field ' +
        '(filterType, filterValues). (object-readable) Remove it from `read.objects`.',
    );
  });

  it('H10: is only warned of in an integration that is deployed unchanged, and refused after any change', async () => {
    const [first] = await deploy(marketo(['lists']));
    const { projectId, id, latestRevision } = first as NonNullable<typeof first>;
    // As a version deployed it that did not know the rule.
    const content = JSON.parse(latestRevision.contentJson) as { read: { objects: { objectName: string }[] } };
    (content.read.objects[0] as { objectName: string }).objectName = 'leads';
    const contentJson = JSON.stringify(content);
    const hash = createHash('sha256').update(contentJson).digest('hex');
    await world.db('revisions').where({ id: latestRevision.id }).update({ content: contentJson, content_hash: hash });
    const [again, other] = await deploy(
      `${marketo(['leads'])}  - {name: b, provider: hubspot, proxy: {enabled: true}}\n`,
    );
    expect(again).toMatchObject({ projectId, id, latestRevision: { id: latestRevision.id } });
    const rules = (one: typeof again) => one?.latestRevision.warnings.map(({ rule }) => rule);
    expect(rules(again)).toContain('object-readable');
    expect(rules(other)).not.toContain('object-readable');
    await expect(deploy(marketo(['leads'], 'Other'))).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it.each([
    ['salesforce', 'Account, Anything__c', []],
    ['salesforce, module: account-engagement', 'prospects, Anything', ['objects[1]']],
    ['pipedrive', 'persons, unicorns', ['objects[1]']],
    ['nowhere', 'anything', null],
  ])('of write that the file of %s can not write (%s) is warned of', async (provider, objects, places) => {
    const list = objects.split(', ').map((objectName) => `{objectName: ${objectName}}`);
    const deployed = await deploy(
      `specVersion: 1.0.0\nintegrations:\n  - {name: crm, provider: ${provider}, write: {objects: [${list.join(', ')}]}}\n`,
    ).catch((refused: { extras: { issues: { detail: string }[] } }) => refused.extras.issues);
    // Without a provider there is one fault, and no warning of each object.
    if (places === null)
      return expect(deployed).toEqual([
        expect.objectContaining({ detail: expect.stringContaining('provider-not-supported') }),
      ]);
    const [one] = deployed as { latestRevision: { warnings: { rule: string; path: string }[] } }[];
    const warned = one?.latestRevision.warnings.filter(({ rule }) => rule === 'object-writable');
    expect(warned?.map(({ path }) => path)).toEqual(
      places.map((place) => `$.integrations[0].write.${place}.objectName`),
    );
  });

  it.each([
    ['hubspot', 'contcts', 'Did you mean contacts?'],
    ['hubspot', 'p123_cars', 'Nothing needs to be done if the account has it, for example as a custom object.'],
    ['pipedrive', 'unicorns', 'Reads of an object that the provider file does not list fail.'],
  ])('H10: of %s that its file does not know (%s) is warned of', async (provider, objectName, suggestion) => {
    const [one] = await deploy(
      `specVersion: 1.0.0\nintegrations:\n  - name: crm\n    provider: ${provider}\n    read: {objects: [{objectName: ${objectName}, destination: d}]}\n`,
    );
    const warned = one?.latestRevision.warnings.filter(({ rule }) => rule === 'object-exists');
    expect(warned).toMatchObject([{ path: '$.integrations[0].read.objects[0].objectName', suggestion }]);
  });
});
