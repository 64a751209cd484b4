import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer, TestPlatform } from '../support/platform.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

type Issue = { in: string; name: string; detail: string };

const HEAD = 'specVersion: 1.0.0\nintegrations:\n';
const GOOD = `  - name: fine
    provider: sandbox
    read:
      objects:
        - objectName: contacts
          destination: main
          schedule: '*/15 * * * *'
          requiredFields:
            - fieldName: id
            - fieldName: email
              mapToName: mail
          optionalFields:
            - fieldName: phone
            - mapToName: phase
              prompt: Which field is the phase?
          backfill:
            defaultPeriod:
              days: 30
`;
/**
 * The read object of an integration named bad, from line 7 on; `line` numbers below are counted from the top of the
 * file.
 */
const badObject = (lines: string) => `${HEAD}  - name: bad\n    provider: sandbox\n    read:\n      objects:\n${lines}`;
const bad = (lines: string) => `${HEAD}  - name: bad\n${lines}`;
const O = '$.integrations[0].read.objects[0]';

/** The fault, the file, and the path and line of each issue. */
const BAD: [string, string, [string, number][]][] = [
  ['text that is not YAML', 'a: [1,\nb: }', [['$', 2]]],
  ['a duplicate key', 'specVersion: 1.0.0\nspecVersion: 1.0.0\nintegrations: []\n', [['$', 2]]],
  ['a list instead of a manifest', '- a\n- b\n', [['$', 1]]],
  [
    'no version and no integrations',
    'name: x\n',
    [
      ['$.specVersion', 1],
      ['$.integrations', 1],
    ],
  ],
  ['another version', `specVersion: 2.0.0\nintegrations:\n${GOOD}`, [['$.specVersion', 1]]],
  ['a version that YAML reads as a number', `specVersion: 1.0\nintegrations:\n${GOOD}`, [['$.specVersion', 1]]],
  ['an empty list of integrations', 'specVersion: 1.0.0\nintegrations: []\n', [['$.integrations', 2]]],
  [
    'an integration without name, provider and action',
    `${HEAD}  - displayName: x\n`,
    [
      ['$.integrations[0].name', 3],
      ['$.integrations[0].provider', 3],
      ['$.integrations[0]', 3],
    ],
  ],
  ['two integrations with one name', HEAD + GOOD + GOOD, [['$.integrations[1].name', 21]]],
  [
    'a name with a space',
    bad('').replace('bad', "'b d'") + '    provider: sandbox\n    proxy: {enabled: true}\n',
    [['$.integrations[0].name', 3]],
  ],
  [
    'an unknown provider',
    bad('    provider: nowhere\n    proxy:\n      enabled: true\n'),
    [['$.integrations[0].provider', 4]],
  ],
  [
    'a provider name in another letter case',
    bad('    provider: Sandbox\n    proxy:\n      enabled: true\n'),
    [['$.integrations[0].provider', 4]],
  ],
  [
    'an action that the provider does not support',
    bad('    provider: freshchat\n    read:\n      objects:\n        - {objectName: a, destination: main}\n'),
    [['$.integrations[0].read', 5]],
  ],
  [
    'an unknown module of the provider',
    bad('    provider: sandbox\n    module: crm\n    proxy: {enabled: true}\n'),
    [['$.integrations[0].module', 5]],
  ],
  [
    'a read without objects',
    bad('    provider: sandbox\n    read:\n      objects: []\n'),
    [['$.integrations[0].read.objects', 6]],
  ],
  [
    'an object without name and destination',
    badObject("        - schedule: '0 * * * *'\n"),
    [
      [`${O}.objectName`, 7],
      [`${O}.destination`, 7],
    ],
  ],
  [
    'a duplicate object',
    badObject('        - {objectName: a, destination: m}\n        - {objectName: a, destination: m}\n'),
    [['$.integrations[0].read.objects[1].objectName', 8]],
  ],
  [
    'a schedule that is not a cron',
    badObject("        - objectName: a\n          destination: m\n          schedule: 'every day'\n"),
    [[`${O}.schedule`, 9]],
  ],
  [
    'a schedule of six fields',
    badObject("        - objectName: a\n          destination: m\n          schedule: '0 0 * * * *'\n"),
    [[`${O}.schedule`, 9]],
  ],
  [
    'a schedule of every minute',
    badObject("        - objectName: a\n          destination: m\n          schedule: '* * * * *'\n"),
    [[`${O}.schedule`, 9]],
  ],
  [
    'a schedule of every five minutes',
    badObject("        - objectName: a\n          destination: m\n          schedule: '*/5 * * * *'\n"),
    [[`${O}.schedule`, 9]],
  ],
  [
    'a schedule with two ticks close together',
    badObject("        - objectName: a\n          destination: m\n          schedule: '0,5 * * * *'\n"),
    [[`${O}.schedule`, 9]],
  ],
  [
    'two names for one mapping',
    badObject(
      '        - objectName: a\n          destination: m\n          requiredFields:\n            - {fieldName: x, mapToName: z}\n            - {fieldName: y, mapToName: z}\n',
    ),
    [[`${O}.requiredFields[1].mapToName`, 11]],
  ],
  [
    'an invalid field',
    badObject(
      '        - objectName: a\n          destination: m\n          requiredFields:\n            - prompt: what?\n',
    ),
    [[`${O}.requiredFields[0]`, 10]],
  ],
  [
    'a backfill with two contradictory periods',
    badObject(
      '        - objectName: a\n          destination: m\n          backfill:\n            defaultPeriod: {days: 3, fullHistory: true}\n',
    ),
    [[`${O}.backfill.defaultPeriod`, 10]],
  ],
  [
    'a backfill of a negative number of days',
    badObject(
      '        - objectName: a\n          destination: m\n          backfill:\n            defaultPeriod:\n              days: -1\n',
    ),
    [[`${O}.backfill.defaultPeriod.days`, 11]],
  ],
  [
    'a backfill of thousands of years',
    badObject(
      '        - objectName: a\n          destination: m\n          backfill:\n            defaultPeriod: {days: 3000000000}\n',
    ),
    [[`${O}.backfill.defaultPeriod.days`, 10]],
  ],
  [
    'names with invisible characters',
    badObject('        - objectName: "a\\0b"\n          destination: "m\\u200b"\n          mapToName: "c "\n'),
    [
      [`${O}.objectName`, 7],
      [`${O}.destination`, 8],
      [`${O}.mapToName`, 9],
    ],
  ],
  [
    'an invalid page size',
    badObject(
      '        - objectName: a\n          destination: m\n          delivery:\n            mode: onRequest\n            pageSize: 5\n',
    ),
    [[`${O}.delivery.pageSize`, 11]],
  ],
  [
    'an unknown delivery mode',
    badObject('        - objectName: a\n          destination: m\n          delivery:\n            mode: pigeon\n'),
    [[`${O}.delivery.mode`, 10]],
  ],
  [
    'always, without fields or schedule',
    badObject('        - objectName: a\n          destination: m\n          enabled: always\n'),
    [[`${O}.enabled`, 9]],
  ],
  [
    'a subscription without a read',
    bad(
      '    provider: hubspot\n    subscribe:\n      objects:\n        - objectName: a\n          destination: m\n          otherEvents: [x]\n',
    ),
    [['$.integrations[0].subscribe', 5]],
  ],
  [
    'a write without objects',
    bad('    provider: hubspot\n    write:\n      objects: []\n'),
    [['$.integrations[0].write.objects', 6]],
  ],
  [
    'wrong types',
    badObject('        - objectName: [a]\n          destination: m\n          requiredFields: all\n'),
    [
      [`${O}.objectName`, 7],
      [`${O}.requiredFields`, 9],
    ],
  ],
];

describe('manifests', () => {
  let stage: Stage;
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    stage = await startStage({ records: 3 });
    ({ platform, builder, sandbox, receiver } = stage);
    succeeded(await deploy(HEAD + GOOD));
  });

  afterAll(() => stage.stop());

  const deploy = (sourceYaml: string): Promise<Answer> => builder.call('PUT', '/integrations:batch', { sourceYaml });

  it.each(BAD)(
    'are refused with %s; the problem names line and path, and nothing changes',
    async (_what, sourceYaml, wanted) => {
      const before = (await builder.call('GET', '/integrations')).text;
      const answer = await deploy(sourceYaml);
      expect([answer.status, answer.type]).toEqual([422, 'application/problem+json']);
      const issues = answer.body['issues'] as Issue[];
      const found = issues.map(({ name, detail }) => [name, Number(/^line (\d+), column \d+: /.exec(detail)?.[1])]);
      expect(found).toEqual(expect.arrayContaining(wanted));
      expect(found.filter(([, line]) => Number.isNaN(line))).toEqual([]);
      expect((await builder.call('GET', '/integrations')).text).toBe(before);
    },
  );

  it('get all faults reported at once', async () => {
    const answer = await deploy(
      badObject(
        "        - objectName: a\n          schedule: 'x'\n        - destination: m\n          enabled: never\n",
      ),
    );
    const names = (answer.body['issues'] as Issue[]).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        `${O}.destination`,
        `${O}.schedule`,
        '$.integrations[0].read.objects[1].objectName',
        '$.integrations[0].read.objects[1].enabled',
      ]),
    );
  });

  it('change nothing when one integration of several is bad', async () => {
    const before = (await builder.call('GET', '/integrations')).text;
    expect((await deploy(`${HEAD}${GOOD.replace('fine', 'other')}  - name: bad\n    provider: nowhere\n`)).status).toBe(
      422,
    );
    expect((await builder.call('GET', '/integrations')).text).toBe(before);
  });

  it('cannot break the parser', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n`;
    for (const text of [
      bomb,
      `a: ${'['.repeat(500)}${']'.repeat(500)}\n`,
      '!!js/function "x"\n',
      '%YAML 9\n---\n',
      ' '.repeat(2_000),
      '\t',
      '--- 1\n--- 2\n',
    ]) {
      const { status, type } = await deploy(text);
      expect([status, type]).toEqual([422, 'application/problem+json']);
    }
  });

  it('must not be empty', async () => {
    expect((await builder.call('PUT', '/integrations:batch', {})).status).toBe(400);
    expect((await builder.call('PUT', '/integrations:batch', { sourceYaml: '' })).status).toBe(400);
  });

  it('become a revision when they change, and none when the same file is sent again', async () => {
    const [{ latestRevision: first, id }] = succeeded<[{ id: string; latestRevision: { id: string } }]>(
      await deploy(HEAD + GOOD),
    );
    const [{ latestRevision: again }] = succeeded<[{ latestRevision: { id: string } }]>(
      await deploy(`# a comment\n${HEAD}${GOOD}`),
    );
    expect(again.id).toBe(first.id);
    const [changed] = succeeded<[{ id: string; latestRevision: { id: string } }]>(
      await deploy(HEAD + GOOD.replace('days: 30', 'days: 31')),
    );
    expect([changed.id, changed.latestRevision.id === first.id]).toEqual([id, false]);
  });

  it('are returned unchanged, by id and by name', async () => {
    const one = await builder.get<{ id: string }>('/integrations/fine');
    expect(await builder.get(`/integrations/${one.id}`)).toEqual(one);
    expect(one).toMatchObject({
      name: 'fine',
      provider: 'sandbox',
      projectId: platform.ready.project.id,
      latestRevision: {
        specVersion: '1.0.0',
        content: {
          name: 'fine',
          provider: 'sandbox',
          read: {
            objects: [
              {
                objectName: 'contacts',
                destination: 'main',
                schedule: '*/15 * * * *',
                requiredFields: [{ fieldName: 'id' }, { fieldName: 'email', mapToName: 'mail' }],
              },
            ],
          },
        },
      },
    });
  });

  it('keep parts that are not supported yet, return them, and cause a note in the log of each operation', async () => {
    const blocks = {
      write: { objects: [{ objectName: 'contacts', inheritMapping: true }] },
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
      proxy: { enabled: true },
    };
    const integrationId = await builder.deploy({
      name: 'more',
      provider: 'sandbox',
      ...blocks,
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'main',
            requiredFields: [{ fieldName: 'id' }],
            backfill: { defaultPeriod: { fullHistory: true } },
          },
        ],
      },
    });
    expect(await builder.get(`/integrations/${integrationId}`)).toMatchObject({ latestRevision: { content: blocks } });
    await builder.connect(sandbox, 'g');
    const installationId = await builder.installed(integrationId, 'g', { contacts: {} });
    const [operation] = await builder.allFinished(integrationId, installationId, 1);
    expect(operation?.status).toBe('success');
    const warnings = (await builder.logs(operation?.id ?? ''))
      .filter(({ severity }) => severity === 'WARNING')
      .map(({ message }) => message.msg);
    expect(warnings.map((line) => /^The manifest contains (\w+),/.exec(line)?.[1])).toEqual(['subscribe']);
    await eventually(async () => expect(receiver.records('contacts').size).toBe(3));
  });
});
