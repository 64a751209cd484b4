import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { type Api, createApi } from '../../scripts/scenario/api.ts';
import { manifestOf, type ScenarioObject } from '../../scripts/scenario/manifest.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

const CONTACTS: ScenarioObject = { name: 'contacts', fields: ['id'] };
const COMPANIES: ScenarioObject = { name: 'companies', fields: ['id'] };
const DEALS: ScenarioObject = { name: 'deals', fields: ['id'] };
const ALL = [CONTACTS, COMPANIES, DEALS];

describe('a deploy that removes an object', () => {
  let platform: TestPlatform;
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  let api: Api;

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ port: 0, records: 1 }), startTestPlatform()]);
    api = createApi(`${platform.ready.baseUrl}/projects/${platform.ready.project.name}`, platform.ready.apiKey);
    await api.post('/destinations', {
      name: 'nowhere',
      type: 'webhook',
      metadata: { url: 'https://hooks.acme.example/nowhere' },
    });
    const [integration] = await deploy(ALL, false);
    await api.post('/connections:generate', {
      provider: 'sandbox',
      groupRef: 'g',
      consumerRef: 'c',
      apiKey: 'sandbox-key',
      providerMetadata: { baseUrl: sandbox.url },
    });
    const selected = (objectName: string) => ({ objectName, selectedFields: { id: true } });
    const objects = { contacts: selected('contacts'), companies: selected('companies'), deals: selected('deals') };
    await api.post(`/integrations/${integration?.id}/installations`, {
      groupRef: 'g',
      config: { content: { provider: 'sandbox', read: { objects } } },
    });
    await until(async () => (await pausedObjects()).all.length === 3);
  });

  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
  });

  function deploy(objects: ScenarioObject[], destructive: boolean): Promise<{ id: string }[]> {
    const sourceYaml = manifestOf({ name: 'crm', provider: 'sandbox', destination: 'nowhere', objects });
    return api.put(`/integrations:batch?destructive=${destructive}`, { sourceYaml });
  }

  /** The public interface shows a pause only by its event, so this reads the row. */
  async function pausedObjects(): Promise<{ all: string[]; paused: string[] }> {
    const db = openDatabase(platform.databaseUrl('reads'));
    const rows: { object_name: string; is_paused: number }[] = await db('schedules')
      .where({ project_id: platform.ready.project.id })
      .select('object_name', 'is_paused');
    await db.destroy();
    const names = (some: typeof rows) => some.map((row) => row.object_name).sort();
    return { all: names(rows), paused: names(rows.filter((row) => row.is_paused)) };
  }

  it('pauses the object only if it is destructive, until a deploy contains it again', async () => {
    await deploy([CONTACTS], false);
    await sleep(500);
    expect((await pausedObjects()).paused).toEqual([]);
    await deploy(ALL, false);
    await deploy([CONTACTS], true);
    await until(async () => (await pausedObjects()).paused.length > 1);
    expect((await pausedObjects()).paused).toEqual(['companies', 'deals']);
    await deploy(ALL, false);
    await until(async () => (await pausedObjects()).paused.length === 0);
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('Timed out before the expected state was reached.');
    await sleep(50);
  }
}
