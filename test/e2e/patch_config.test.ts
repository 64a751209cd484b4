import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import type { TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
const CRM = {
  name: 'crm',
  read: {
    objects: [
      {
        objectName: 'contacts',
        mapToName: 'person',
        destination: 'main',
        schedule: '0 * * * *',
        requiredFields: [{ fieldName: 'id' }],
        optionalFieldsAuto: 'all',
      },
      { objectName: 'deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] },
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

type Objects = Record<string, Record<string, unknown>>;
type Installation = {
  id: string;
  updateTime?: string;
  config: { id: string; content: Record<'read' | 'write' | 'subscribe', { objects: Objects }> };
};

describe('patching the config of an object', () => {
  let stage: Stage;
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 5 });
    ({ platform, builder, sandbox, receiver } = stage);
    await builder.routeEvents('news', stage.destinationId, ['installation.updated']);
    integrationId = await builder.deploy(CRM);
  });

  afterAll(() => stage.stop());

  const pathOf = (object: string, integration = integrationId) =>
    `/integrations/${integration}/objects/${object}/config-content`;
  const patch = (object: string, body: object) => builder.call('PATCH', pathOf(object), { action: 'read', ...body });
  const show = (id: string) => builder.get<Installation>(`/integrations/${integrationId}/installations/${id}`);
  const updatesOf = (id: string) =>
    (receiver.notifications('installation.updated') as { data: { installationId: string } }[]).filter(
      ({ data }) => data.installationId === id,
    );

  async function installed(groupRef: string, objects: Objects = { contacts: {} }) {
    await builder.connect(sandbox, groupRef);
    return builder.installed(integrationId, groupRef, objects);
  }

  it('applies all changes, for a group or for an installation, by the native or the mapped name', async () => {
    const id = await installed('both', { contacts: { selectedFields: { email: true, phone: true } } });
    const first = await patch('contacts', {
      groupRef: 'both',
      changes: [
        { op: 'add', path: '/schedule', value: '15 * * * *' },
        { op: 'remove', path: '/selectedFields/phone' },
      ],
    });
    const { config, updateTime } = succeeded<Installation>(first);
    expect(config.content.read.objects).toEqual({
      contacts: { objectName: 'contacts', selectedFields: { email: true }, schedule: '15 * * * *' },
    });
    expect(await show(id)).toEqual(first.body);
    const second = await patch('person', {
      installationId: id,
      changes: [{ op: 'replace', path: '/schedule', value: '45 * * * *' }],
    });
    expect(succeeded<Installation>(second).config.content.read.objects['contacts']).toMatchObject({
      schedule: '45 * * * *',
    });
    expect(succeeded<Installation>(second).updateTime).not.toBe(updateTime);
    await receiver.waitFor(() => updatesOf(id).length === 2, 10_000);
  });

  it('replaces an inherited schedule, as in the specification', async () => {
    await installed('example');
    const changes = [
      { op: 'replace', path: '/schedule', value: '30 * * * *' },
      { op: 'replace', path: '/selectedFields/phone', value: true },
    ];
    const { config } = succeeded<Installation>(await patch('contacts', { groupRef: 'example', changes }));
    expect(config.content.read.objects['contacts']).toMatchObject({
      schedule: '30 * * * *',
      selectedFields: { phone: true },
    });
  });

  it('limits the size of a config, so that an event with the old and the new one fits into a webhook', async () => {
    const id = await installed('large');
    const add = (...names: string[]) =>
      names.map((name) => ({ op: 'add', path: `/${name}`, value: 'x'.repeat(60_000) }));
    succeeded(await patch('contacts', { groupRef: 'large', changes: add('a', 'b') }));
    expect((await patch('contacts', { groupRef: 'large', changes: add('c') })).status).toBe(422);
    succeeded(await patch('contacts', { groupRef: 'large', changes: [{ op: 'remove', path: '/a' }, ...add('c')] }));
    await receiver.waitFor(() => updatesOf(id).length === 2, 10_000);
    for (const { body } of receiver.messages) expect(Buffer.byteLength(body)).toBeLessThanOrEqual(300_000);
  });

  it.each<[string, object]>([
    ['neither group nor installation', {}],
    ['both', { groupRef: 'g', installationId: ABSENT }],
    ['an unknown action', { groupRef: 'g', action: 'search' }],
    ['no changes', { groupRef: 'g', changes: [] }],
    ['too many changes', { groupRef: 'g', changes: Array(101).fill({ op: 'remove', path: '/a' }) }],
    ['changes that are not a list', { groupRef: 'g', changes: { op: 'remove', path: '/a' } }],
    ['an unknown key', { groupRef: 'g', dryRun: true }],
  ])('answers 400 to %s', async (_what, more) => {
    const answer = await patch('contacts', { changes: [{ op: 'remove', path: '/a' }], ...more });
    expect([answer.status, answer.type]).toEqual([400, 'application/problem+json']);
  });

  it('answers 404 for a missing integration, object of that action or installation', async () => {
    const id = await installed('absent');
    const changes = [{ op: 'add', path: '/custom', value: 1 }];
    const body = { action: 'read', groupRef: 'absent', changes };
    const rival = aBuilder(await addProject(platform, 'rival'));
    const rivals = await rival.deploy({ ...CRM, name: 'other' });
    const same = async (
      one: Promise<{ status: number; body: object }>,
      other: Promise<{ status: number; body: object }>,
    ) => {
      const [a, b] = (await Promise.all([one, other])) as { status: number; body: { detail?: string } }[];
      expect([a?.status, a?.body.detail]).toEqual([404, b?.body.detail]);
      expect(b?.status).toBe(404);
    };
    await same(builder.call('PATCH', pathOf('contacts', ABSENT), body), rival.call('PATCH', pathOf('contacts'), body));
    await same(
      rival.call('PATCH', pathOf('contacts', rivals), { action: 'read', installationId: ABSENT, changes }),
      rival.call('PATCH', pathOf('contacts', rivals), { action: 'read', installationId: id, changes }),
    );
    expect((await patch('contacts', { groupRef: 'nobody', changes })).status).toBe(404);
    expect((await patch('leads', { groupRef: 'absent', changes })).status).toBe(404);
    expect((await patch('deals', { groupRef: 'absent', action: 'write', changes })).status).toBe(404);
    expect((await show(id)).updateTime).toBeUndefined();
  });

  it('lets a running operation end with its initial config, and uses the new config for the next one', async () => {
    const id = await installed('running', { contacts: { selectedFields: { email: true } } });
    const started = (await show(id)).config.id;
    const asked = () => sandbox.control.stats().requests['contacts']?.['200'] ?? 0;
    const before = asked();
    sandbox.control.addFault({ kind: 'slow', object: 'contacts', delayMs: 2_500 });
    const running = await builder.trigger(integrationId, 'contacts', 'running');
    await eventually(async () => expect(sandbox.control.stats().faults).toEqual([]));
    const changes = [
      { op: 'remove', path: '/selectedFields/email' },
      { op: 'add', path: '/selectedFields/phone', value: true },
    ];
    const { config } = succeeded<Installation>(await patch('contacts', { groupRef: 'running', changes }));
    expect((await builder.getOperation(running)).status).toBe('in_progress');
    expect((await builder.finished(running)).status).toBe('success');
    const next = await builder.trigger(integrationId, 'contacts', 'running');
    await builder.finished(next);
    expect(asked()).toBeGreaterThan(before);
    const configOf = async (operation: string) =>
      (await builder.get<{ configId: string }>(`/operations/${operation}`)).configId;
    expect([await configOf(running), await configOf(next)]).toEqual([started, config.id]);
    const fieldsOf = async (operation: string) => {
      const isIts = ({ body }: { body: string }) => body.includes(operation);
      await receiver.waitFor((messages) => messages.some(isIts), 10_000);
      const { result } = JSON.parse(receiver.messages.find(isIts)?.body ?? '') as { result: { fields: object }[] };
      return Object.keys(result[0]?.fields ?? {}).sort();
    };
    expect([await fieldsOf(running), await fieldsOf(next)]).toEqual([
      ['email', 'id'],
      ['id', 'phone'],
    ]);
  });
});
