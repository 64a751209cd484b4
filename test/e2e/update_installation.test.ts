import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
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
        destination: 'main',
        schedule: '0 * * * *',
        requiredFields: [{ fieldName: 'id' }],
        optionalFieldsAuto: 'all',
      },
      {
        objectName: 'companies',
        destination: 'main',
        schedule: '0 * * * *',
        requiredFields: [{ fieldName: 'id' }],
        optionalFieldsAuto: 'all',
      },
      { objectName: 'crm.deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] },
    ],
  },
  write: { objects: [{ objectName: 'contacts' }, { objectName: 'companies' }] },
  proxy: { enabled: true },
};

type Content = Record<'read' | 'write', { objects: Record<string, Record<string, unknown>> }> & {
  proxy?: { enabled: boolean };
};
type Installation = {
  id: string;
  updateTime?: string;
  connection: { id: string };
  config: { id: string; revisionId: string; createdBy: string; content: Content };
};
type Updated = { notificationType: string; data: { installationId: string; config: Content; lastConfig: Content } };

describe('updating an installation', () => {
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

  const pathOf = (id: string) => `/integrations/${integrationId}/installations/${id}`;
  const show = (id: string) => builder.get<Installation>(pathOf(id));
  const patch = (id: string, updateMask: string[], installation: object, query = '') =>
    builder.call('PATCH', pathOf(id) + query, { updateMask, installation });
  const read = (objects: object) => ({ config: { content: { read: { objects } } } });
  const updatesOf = (id: string) =>
    (receiver.notifications('installation.updated') as Updated[])
      .map(({ data }) => data)
      .filter(({ installationId }) => installationId === id);

  async function installed(groupRef: string, objects: Record<string, Record<string, unknown>> = { contacts: {} }) {
    await builder.connect(sandbox, groupRef);
    return builder.installed(integrationId, groupRef, objects);
  }

  /** The schedules in reads, which the public interface does not show yet. */
  async function schedules(installationId: string): Promise<Record<string, string>> {
    const db = openDatabase(platform.databaseUrl('reads'));
    const rows: { object_name: string; state: string; cron: string }[] = await db('schedules')
      .where({ installation_id: installationId })
      .select('object_name', 'state', 'cron');
    await db.destroy();
    return Object.fromEntries(rows.map((row) => [row.object_name, row.cron]));
  }

  it('replaces only what the masks name', async () => {
    const id = await installed('masks', { contacts: { selectedFields: { email: true }, schedule: '30 * * * *' } });
    const before = await show(id);
    const answer = await patch(
      id,
      ['config.content.read.objects.contacts', 'config.content.write.objects', 'config.content.proxy.enabled'],
      {
        config: {
          createdBy: 'builder:ignored',
          content: {
            provider: 'ignored',
            read: {
              objects: {
                contacts: { objectName: 'contacts', selectedFields: { phone: true } },
                companies: { objectName: 'companies' },
              },
            },
            write: { objects: { contacts: { objectName: 'contacts' } } },
            proxy: { enabled: true },
          },
        },
      },
    );
    const after = succeeded<Installation>(answer);
    expect(after).toEqual(await show(id));
    expect(after.config.content).toEqual({
      provider: 'sandbox',
      read: { objects: { contacts: { objectName: 'contacts', selectedFields: { phone: true } } } },
      write: { objects: { contacts: { objectName: 'contacts' } } },
      proxy: { enabled: true },
    });
    expect(after.config.createdBy).toBe(before.config.createdBy);
    expect(after.config.id).not.toBe(before.config.id);
    expect(after.updateTime).toEqual(expect.any(String));
    await receiver.waitFor(() => updatesOf(id).length > 0, 10_000);
    expect(updatesOf(id)).toEqual([
      expect.objectContaining({
        groupRef: 'masks',
        integrationName: 'crm',
        config: after.config.content,
        lastConfig: before.config.content,
      }),
    ]);
  });

  it('uses values of the revision for fields that the official library omits', async () => {
    await builder.addMissing('elsewhere');
    const id = await installed('inherits', { contacts: { schedule: '30 * * * *', destination: 'elsewhere' } });
    await eventually(async () => expect(await schedules(id)).toEqual({ contacts: '30 * * * *' }));
    succeeded(
      await patch(id, ['config.content.read.objects.contacts'], read({ contacts: { objectName: 'contacts' } })),
    );
    await eventually(async () => expect(await schedules(id)).toEqual({ contacts: '0 * * * *' }));
    const operation = await builder.trigger(integrationId, 'contacts', 'inherits');
    await builder.finished(operation);
    await receiver.waitFor((messages) => messages.some(({ body }) => body.includes(operation)), 10_000);
  });

  it('adds and disables objects, and reads change accordingly', async () => {
    const id = await installed('follows');
    succeeded(await patch(id, ['config.content.read.objects.companies'], read({ companies: {} })));
    await eventually(async () =>
      expect(await schedules(id)).toEqual({ contacts: '0 * * * *', companies: '0 * * * *' }),
    );
    const disabled = await patch(
      id,
      ['config.content.read.objects.contacts.disabled'],
      read({ contacts: { disabled: true } }),
    );
    expect(succeeded<Installation>(disabled).config.content.read.objects['contacts']).toEqual({
      objectName: 'contacts',
      disabled: true,
    });
    await eventually(async () => expect(await schedules(id)).toEqual({ contacts: '', companies: '0 * * * *' }));
    const trigger = { groupRef: 'follows', mode: 'async' };
    expect((await builder.read('POST', `/integrations/${integrationId}/objects/contacts`, trigger)).status).toBe(400);
  });

  it.each<[string, string[], object]>([
    ['no mask', [], {}],
    ['an unknown key', ['config.createdBy'], { config: { createdBy: 'x', colour: 'red' } }],
    ['an invalid entry', ['config.content.read.objects.contacts'], read({ contacts: 7 })],
    ['no installation', ['config.createdBy'], 7 as unknown as object],
  ])('answers 400 to %s', async (_what, mask, installation) => {
    const id = await installed('shape').catch(
      async () => (await builder.get<Installation[]>('/installations?groupRef=shape'))[0]?.id ?? '',
    );
    const before = await show(id);
    const answer = await patch(id, mask, installation);
    expect([answer.status, answer.type]).toEqual([400, 'application/problem+json']);
    expect(await show(id)).toEqual(before);
  });

  it('answers 422 to an invalid config, and saves nothing', async () => {
    const id = await installed('unfit');
    const before = await show(id);
    const unfit: [string, object][] = [
      ['config.content.read.objects.leads', read({ leads: {} })],
      ['config.content.read.objects.contacts', read({ contacts: { schedule: '* * * * *' } })],
      ['config.content.read.objects.contacts.disabled', read({ contacts: { disabled: 'yes' } })],
      ['config.content.write.objects', { config: { content: { write: { objects: { leads: {} } } } } }],
      ['config.content.read.objects.twin', read({ twin: { objectName: 'contacts' } })],
    ];
    for (const [mask, installation] of unfit) {
      const answer = await patch(id, [mask, 'config.createdBy'], {
        config: { ...(installation as { config?: object }).config, createdBy: 'x' },
      });
      expect([mask, answer.status]).toEqual([mask, 422]);
    }
    expect(await show(id)).toEqual(before);
    expect(updatesOf(id)).toEqual([]);
  });

  it('samples newly read fields, and saves nothing that the provider refuses', async () => {
    const id = await installed('samples', { contacts: {} });
    const mask = ['config.content.read.objects.contacts'];
    const asking = (fields: object) => read({ contacts: { objectName: 'contacts', selectedFields: fields } });
    const refused = await patch(id, mask, asking({ shoe_size: true }));
    expect([refused.status, refused.body['issues']]).toEqual([
      422,
      [expect.objectContaining({ detail: expect.stringContaining('There is no field named shoe_size') })],
    ]);
    expect((await show(id)).updateTime).toBeUndefined();
    const asked = () => sandbox.control.stats().requests['contacts']?.['200'] ?? 0;
    const start = asked();
    succeeded(await patch(id, mask, asking({ phone: true, email: true })));
    expect(asked()).toBe(start + 1);
    succeeded(await patch(id, mask, asking({ phone: true })));
    succeeded(await patch(id, ['config.createdBy'], { config: { createdBy: 'x' } }));
    expect(asked()).toBe(start + 1);
    succeeded(await patch(id, mask, asking({ shoe_size: true }), '?skipSampling=true'));
    expect(asked()).toBe(start + 1);
  });

  it('moves to another connection of the group, and samples everything with that account', async () => {
    const id = await installed('moves');
    const { id: former } = (await show(id)).connection;
    const { id: next } = await builder.connect(sandbox, 'moves');
    const asked = () => sandbox.control.stats().requests['contacts']?.['200'] ?? 0;
    const start = asked();
    const moved = succeeded<Installation>(await patch(id, ['connectionId'], { connectionId: next }));
    expect([moved.connection.id, asked()]).toEqual([next, start + 1]);
    expect((await builder.call('DELETE', `/connections/${next}`)).status).toBe(409);
    expect((await builder.call('DELETE', `/connections/${former}`)).status).toBe(204);
    await builder.finished(await builder.trigger(integrationId, 'contacts', 'moves'));
  });

  it('answers for another tenant like for a missing installation', async () => {
    const id = await installed('foreign');
    const rival = aBuilder(await addProject(platform, 'rival'));
    const rivals = await rival.deploy({ ...CRM, name: 'other' });
    const body = { updateMask: ['config.createdBy'], installation: { config: { createdBy: 'x' } } };
    const details = [];
    for (const [who, path] of [
      [builder, pathOf(ABSENT)],
      [builder, `/integrations/${integrationId}/installations/nonsense`],
      [rival, `/integrations/${rivals}/installations/${id}`],
    ] as const) {
      const answer = await who.call('PATCH', path, body);
      details.push([answer.status, answer.body['detail']]);
    }
    expect(new Set(details.map(String)).size).toBe(1);
    expect(details[0]?.[0]).toBe(404);
    const foreign = await rival.call('PATCH', pathOf(id), body);
    const absent = await builder.call('PATCH', `/integrations/${ABSENT}/installations/${id}`, body);
    expect([foreign.status, foreign.body['detail']]).toEqual([absent.status, absent.body['detail']]);
    const { id: stranger } = await rival.connect(sandbox, 'foreign');
    const taken = await patch(id, ['connectionId'], { connectionId: stranger });
    const nobody = await patch(id, ['connectionId'], { connectionId: ABSENT });
    expect([taken.status, taken.body['detail']]).toEqual([nobody.status, nobody.body['detail']]);
    expect((await show(id)).updateTime).toBeUndefined();
  });
});
