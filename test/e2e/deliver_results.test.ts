import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import type { TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

type Page = { action: string; operationId: string; sequence: number; resultInfo: { numRecords: number } };

describe('deliverResults', () => {
  let stage: Stage;
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 250 });
    ({ platform, builder, sandbox, receiver } = stage);
    const object = (objectName: string, more: object) => ({
      objectName,
      destination: 'main',
      requiredFields: [{ fieldName: 'id' }],
      ...more,
    });
    integrationId = await builder.deploy({
      name: 'on-request',
      read: {
        objects: [
          object('contacts', { mapToName: 'person', delivery: { mode: 'onRequest', pageSize: 50 } }),
          object('companies', { delivery: { mode: 'auto' } }),
        ],
      },
    });
    await builder.connect(sandbox, 'acme');
    await builder.installed(integrationId, 'acme', { contacts: {}, companies: {} });
  });

  afterAll(() => stage.stop());

  const ask = (objectName: string, body: object) =>
    builder.read('POST', `/integrations/${integrationId}/objects/${objectName}:deliverResults`, body);
  const pagesOf = (operationId: string) =>
    receiver.messages
      .map(({ body }) => JSON.parse(body) as Page)
      .filter((page) => page.operationId === operationId)
      .sort((a, b) => a.sequence - b.sequence);

  it('releases the held results of a read page by page on request', async () => {
    const id = await builder.trigger(integrationId, 'contacts', 'acme');
    expect(await builder.finished(id)).toMatchObject({ status: 'success' });
    await sleep(500);
    expect(pagesOf(id)).toEqual([]);
    expect((await ask('contacts', { groupRef: 'acme', pages: 2 })).status).toBe(204);
    await eventually(async () => expect(pagesOf(id).map(({ sequence }) => sequence)).toEqual([1, 2]));
    expect(pagesOf(id).map(({ resultInfo }) => resultInfo.numRecords)).toEqual([50, 50]);
    expect((await builder.logs(id)).map(({ message }) => message.msg)).toContain(
      'The results are stored until deliverResults requests them.',
    );
    expect((await ask('person', { groupRef: 'acme', pages: 5 })).status).toBe(204);
    await eventually(async () => expect(pagesOf(id)).toHaveLength(5));
  });

  it('lets later reads serve the rest of a request', async () => {
    const id = await builder.trigger(integrationId, 'contacts', 'acme');
    await builder.finished(id);
    // Two of the last seven requested pages were still due.
    await eventually(async () => expect(pagesOf(id)).toHaveLength(2));
    await sleep(300);
    expect(pagesOf(id)).toHaveLength(2);
  });

  it('does not affect an object with automatic delivery', async () => {
    const id = await builder.trigger(integrationId, 'companies', 'acme');
    await builder.finished(id);
    await eventually(async () => expect(pagesOf(id).length).toBeGreaterThan(0));
    const refused = await ask('companies', { groupRef: 'acme', pages: 1 });
    expect([refused.status, refused.body['remedy']]).toEqual([422, expect.stringContaining('onRequest')]);
  });

  it.each([
    ['no pages', { groupRef: 'acme' }],
    ['a negative number', { groupRef: 'acme', pages: -1 }],
    ['a fraction of a page', { groupRef: 'acme', pages: 1.5 }],
    ['no group', { pages: 1 }],
    ['a missing group', { groupRef: 'nobody', pages: 1 }],
    ['an unknown key', { groupRef: 'acme', pages: 1, note: 'x' }],
  ])('refuses %s', async (_what, body) => {
    expect((await ask('contacts', body)).status).toBe(400);
  });

  it('refuses an unknown object of the integration, and an empty object name', async () => {
    expect((await ask('deals', { groupRef: 'acme', pages: 1 })).status).toBe(400);
    expect((await ask('contacts', { groupRef: 'acme', pages: 0 })).status).toBe(204);
  });

  it('answers for an integration of another tenant like for a missing one', async () => {
    const stranger = aBuilder(await addProject(platform, 'stranger'));
    const send = (id: string) =>
      stranger.read('POST', `/integrations/${id}/objects/contacts:deliverResults`, { groupRef: 'acme', pages: 1 });
    const [foreign, absent] = [await send(integrationId), await send('01900000-0000-7000-8000-000000000000')];
    expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
  });
});
