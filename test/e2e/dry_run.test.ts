import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { openDatabase } from '../../lib/db/open.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';

const contacts = { objectName: 'contacts', destination: 'main', schedule: '0 * * * *' };
const deals = { objectName: 'deals', destination: 'main' };
const crm = (...objects: object[]) => ({ name: 'crm', provider: 'sandbox', read: { objects } });

type Warning = { message: string; line?: number; column?: number; path: string; rule: string; suggestion?: string };
type Planned = {
  name: string;
  change: string;
  old?: { id: string; content: object };
  new: object;
  warnings: Warning[];
  droppedObjects: string[];
};
type Plan = { isDeployable: boolean; problems: Warning[]; integrations: Planned[] };

describe('the dry run of a deploy', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let rival: Builder;

  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
    rival = aBuilder(await addProject(platform, 'rival'));
    await builder.addMissing('main');
    await rival.addMissing('main');
  }, 60_000);
  afterAll(() => platform.stop());

  const manifest = (...integrations: object[]) => stringify({ specVersion: '1.0.0', integrations });
  const answer = (sourceYaml: string, more: object = {}) =>
    builder.call('POST', '/integrations:dryRun', { sourceYaml, ...more });
  const plan = async (sourceYaml: string, more: object = {}) => succeeded<Plan>(await answer(sourceYaml, more));
  const deploy = (sourceYaml: string, more: object = {}) =>
    builder.call('PUT', '/integrations:batch', { sourceYaml, ...more });

  async function rows(): Promise<unknown> {
    const db = openDatabase(platform.databaseUrl('installation'));
    const { id } = platform.ready.project;
    const found = await Promise.all([
      db('integrations').where({ project_id: id }).orderBy('id').select(),
      db('revisions').where({ project_id: id }).orderBy('id').select(),
    ]);
    await db.destroy();
    return found;
  }

  it('tells what would be created, and stores nothing', async () => {
    const before = await rows();
    const { isDeployable, problems, integrations } = await plan(manifest(crm(contacts)));
    expect([isDeployable, problems]).toEqual([true, []]);
    expect(integrations).toMatchObject([{ name: 'crm', change: 'created', new: crm(contacts), droppedObjects: [] }]);
    expect(integrations[0]?.old).toBeUndefined();
    expect(await rows()).toEqual(before);
  });

  it('tells what would change, with both contents and the objects that are dropped', async () => {
    succeeded(await deploy(manifest(crm(contacts, deals))));
    const before = await rows();
    const same = await plan(manifest(crm(contacts, deals)));
    expect(same.integrations.map(({ change }) => change)).toEqual(['unchanged']);
    const { integrations } = await plan(manifest(crm(contacts), { ...crm(deals), name: 'other' }));
    expect(integrations).toMatchObject([
      {
        name: 'crm',
        change: 'changed',
        old: { content: crm(contacts, { ...deals, schedule: '' }) },
        droppedObjects: ['deals'],
      },
      { name: 'other', change: 'created' },
    ]);
    expect(await rows()).toEqual(before);
  });

  it('answers the faults of the manifest with their place and what was meant', async () => {
    const text = manifest(crm(contacts)).replace('schedule', 'scedule');
    const typo = await plan(text);
    expect(typo.integrations[0]?.warnings).toMatchObject([{ rule: 'unknown-key', line: expect.any(Number) }]);
    const faulty = await plan(manifest({ ...crm(contacts), provider: 'sandbx' }));
    expect(faulty).toMatchObject({
      isDeployable: false,
      integrations: [],
      problems: [{ rule: 'provider-not-supported', line: 4, column: 5, path: '$.integrations[0].provider' }],
    });
    expect((await plan('integrations: [')).problems).toMatchObject([{ rule: 'yaml-syntax', path: '$' }]);
    const refused = await deploy(manifest({ ...crm(contacts), provider: 'sandbx' }));
    expect(refused.status).toBe(422);
  });

  it('refuses a source beyond a limit, as the deploy does', async () => {
    expect((await answer(`specVersion: ${'['.repeat(200)}${']'.repeat(200)}`)).status).toBe(422);
    expect((await answer('specVersion: *missing')).status).toBe(422);
  });

  it('answers 409 when another deploy came in between, and the deploy does so too', async () => {
    const [shown] = (await plan(manifest(crm(contacts)))).integrations;
    const expectedRevisionIds = { crm: shown?.old?.id ?? '' };
    succeeded(await deploy(manifest(crm({ ...contacts, schedule: '30 * * * *' }))));
    const before = await rows();
    for (const refused of [
      await deploy(manifest(crm(contacts)), { expectedRevisionIds }),
      await answer(manifest(crm(contacts)), { expectedRevisionIds }),
      await builder.call('POST', '/integrations/crm/revisions', {
        sourceYaml: manifest(crm(contacts)),
        expectedRevisionIds,
      }),
    ])
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('Another deploy')]);
    expect((await deploy(manifest(crm(contacts)), { expectedRevisionIds: { crm: '' } })).status).toBe(409);
    expect(await rows()).toEqual(before);
    const [now] = (await plan(manifest(crm(contacts)))).integrations;
    succeeded(await deploy(manifest(crm(contacts)), { expectedRevisionIds: { crm: now?.old?.id ?? '' } }));
    const fresh = manifest({ ...crm(contacts), name: 'fresh' });
    succeeded(await deploy(fresh, { expectedRevisionIds: { fresh: '' } }));
  });

  it('compares with the own project only', async () => {
    const answered = await rival.call('POST', '/integrations:dryRun', { sourceYaml: manifest(crm(contacts)) });
    expect(succeeded<Plan>(answered).integrations).toMatchObject([{ change: 'created' }]);
  });
});
