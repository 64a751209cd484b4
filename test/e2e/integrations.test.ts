import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { openDatabase } from '../../lib/db/open.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
const contacts = {
  objectName: 'contacts',
  destination: 'main',
  schedule: '0 * * * *',
  requiredFields: [{ fieldName: 'id' }],
};
const deals = { objectName: 'deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] };

type Revision = { id: string; specVersion: string; content: { read: { objects: object[] } } & Record<string, unknown> };
type Integration = { id: string; name: string; provider: string; updateTime?: string; latestRevision: Revision };

describe('integrations', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let rival: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: 2 }),
      startReceiver(),
      startTestPlatform(),
    ]);
    builder = aBuilder(platform);
    rival = aBuilder(await addProject(platform, 'rival'));
    const destination = await builder.addDestination('main', receiver);
    await rival.addMissing('main');
    await builder.routeEvents('news', destination, ['installation.deleted', 'connection.deleted']);
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  const create = (name: string, content: object, more: object = {}) =>
    builder.call('POST', '/integrations', {
      name,
      provider: 'sandbox',
      latestRevision: { specVersion: '1.0.0', content },
      ...more,
    });
  const show = (idOrName: string, who = builder) => who.get<Integration>(`/integrations/${idOrName}`);
  const manifest = (...integrations: object[]) => stringify({ specVersion: '1.0.0', integrations });
  const told = (type: string) =>
    (receiver.notifications(type) as { data: Record<string, string> }[]).map(({ data }) => data);

  describe('created from JSON', () => {
    it('are saved as sent; the answer is empty', async () => {
      const answer = await create('from-json', { displayName: 'CRM', read: { objects: [contacts, deals] } });
      expect([answer.status, answer.text]).toEqual([201, '']);
      const made = await show('from-json');
      expect(made).toMatchObject({ name: 'from-json', provider: 'sandbox', latestRevision: { specVersion: '1.0.0' } });
      expect(made.latestRevision.content).toEqual({
        name: 'from-json',
        provider: 'sandbox',
        displayName: 'CRM',
        read: { objects: [contacts, { ...deals, schedule: '' }] },
      });
      expect(await builder.get<Integration[]>('/integrations')).toContainEqual(made);
    });

    it('need a unique name', async () => {
      const answer = await create('from-json', { read: { objects: [deals] } });
      expect([answer.status, answer.type]).toEqual([409, 'application/problem+json']);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => create('rush', { read: { objects: [deals] } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      expect(
        (
          await rival.call('POST', '/integrations', {
            name: 'from-json',
            provider: 'sandbox',
            latestRevision: { specVersion: '1.0.0', content: { read: { objects: [deals] } } },
          })
        ).status,
      ).toBe(201);
    });

    it('have faults outside of the content reported', async () => {
      const content = { read: { objects: [deals] } };
      const names = async (more: object) => {
        const { status, body } = await create('my name', content, more);
        return [status, (body['issues'] as { name: string }[]).map(({ name }) => name)];
      };
      expect(await names({})).toEqual([422, ['name']]);
      expect(await names({ name: 'fine', provider: 'nowhere' })).toEqual([422, ['provider']]);
      expect(await names({ name: 'fine', latestRevision: { specVersion: '2', content } })).toEqual([
        422,
        ['latestRevision.specVersion'],
      ]);
      for (const more of [
        { name: '' },
        { provider: 7 },
        { latestRevision: {} },
        { latestRevision: { specVersion: '1.0.0' } },
        { colour: 'red' },
      ])
        expect((await create('shape', content, more)).status).toBe(400);
    });
  });

  describe('get a new revision', () => {
    const revise = (id: string, body: object, query = '', who = builder) =>
      who.call('POST', `/integrations/${id}/revisions${query}`, body);

    it('from the manifest entry with their name', async () => {
      const id = await builder.deploy({ name: 'grows', read: { objects: [deals] } });
      const before = await show(id);
      const sourceYaml = manifest(
        { name: 'stranger', provider: 'sandbox', read: { objects: [deals] } },
        { name: 'grows', provider: 'sandbox', read: { objects: [deals, contacts] } },
      );
      const answer = await revise(id, { sourceYaml });
      expect([answer.status, answer.text]).toEqual([201, '']);
      const after = await show(id);
      expect(after.latestRevision.id).not.toBe(before.latestRevision.id);
      expect(after.latestRevision.content.read.objects).toHaveLength(2);
      expect((await builder.call('GET', '/integrations/stranger')).status).toBe(404);
      succeeded(await revise(id, { sourceYaml }));
      expect((await show(id)).latestRevision.id).toBe(after.latestRevision.id);
    });

    it('and pause removed objects, if it is destructive', async () => {
      const id = await builder.deploy({ name: 'shrinks', read: { objects: [contacts, deals] } });
      await builder.connect(sandbox, 'shrinks');
      const installation = await builder.installed(id, 'shrinks', { contacts: {}, deals: {} });
      const paused = async () => {
        const db = openDatabase(platform.databaseUrl('reads'));
        const rows: { object_name: string; is_paused: number }[] = await db('schedules')
          .where({ installation_id: installation })
          .orderBy('object_name')
          .select('object_name', 'is_paused');
        await db.destroy();
        return rows.map((row) => [row.object_name, Boolean(row.is_paused)]);
      };
      await eventually(async () => expect(await paused()).toHaveLength(2));
      const sourceYaml = manifest({ name: 'shrinks', provider: 'sandbox', read: { objects: [deals] } });
      succeeded(await revise(id, { sourceYaml }, '?destructive=true'));
      await eventually(async () =>
        expect(await paused()).toEqual([
          ['contacts', true],
          ['deals', false],
        ]),
      );
    });

    it('only if the integration exists', async () => {
      const { id } = await show('grows');
      const body = { sourceYaml: manifest({ name: 'grows', provider: 'sandbox', read: { objects: [deals] } }) };
      const [foreign, absent] = [await revise(id, body, '', rival), await revise(ABSENT, body, '', rival)];
      expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
    });
  });

  describe('are deleted', () => {
    const remove = (idOrName: string, who = builder) => who.call('DELETE', `/integrations/${idOrName}`);

    it('with their installations, and with otherwise unused connections', async () => {
      const [goes, stays] = [
        await builder.deploy({ name: 'goes', read: { objects: [deals] } }),
        await builder.deploy({ name: 'stays', read: { objects: [deals] } }),
      ];
      const { id: shared } = await builder.connect(sandbox, 'shared');
      const { id: own } = await builder.connect(sandbox, 'own');
      const ids = [
        await builder.installed(goes, 'shared', { deals: {} }),
        await builder.installed(goes, 'own', { deals: {} }),
      ];
      const other = await builder.installed(stays, 'shared', { deals: {} });
      expect([(await remove('goes')).status, (await remove('goes')).status]).toEqual([204, 404]);
      for (const path of ['goes', goes, ...ids.map((id) => `${goes}/installations/${id}`)])
        expect((await builder.call('GET', `/integrations/${path}`)).status).toBe(404);
      expect((await builder.get<{ id: string }[]>('/installations')).map(({ id }) => id)).toContain(other);
      expect((await builder.call('GET', `/connections/${own}`)).status).toBe(404);
      expect((await builder.call('GET', `/connections/${shared}`)).status).toBe(200);
      await receiver.waitFor(
        () => told('installation.deleted').length >= 2 && told('connection.deleted').length >= 1,
        10_000,
      );
      expect(
        told('installation.deleted')
          .map(({ installationId, integrationName }) => [installationId, integrationName])
          .sort(),
      ).toEqual(ids.map((id) => [id, 'goes']).sort());
      expect(told('connection.deleted').map(({ connectionId }) => connectionId)).toEqual([own]);
      expect((await builder.install(goes, 'shared', { deals: {} })).status).toBe(404);
      const trigger = { groupRef: 'shared', mode: 'async' };
      expect((await builder.read('POST', `/integrations/${goes}/objects/deals`, trigger)).status).toBe(404);
    });
  });
});
