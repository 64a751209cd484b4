import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { openDatabase } from '../../lib/db/open.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';

const contacts = { objectName: 'contacts', destination: 'main', schedule: '0 * * * *' };
const deals = { objectName: 'deals', destination: 'main' };
const crm = (...objects: object[]) => ({ name: 'crm', provider: 'sandbox', read: { objects } });

type Revision = { id: string; content: object; warnings: object[] };
type Planned = {
  id: string;
  name: string;
  latestRevision: Revision;
  plan: { change: string; former?: Revision; droppedObjects: string[] };
};

describe('the plan of a deploy', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let rival: Builder;

  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
    rival = aBuilder(await addProject(platform, 'rival'));
    await builder.addMissing('main');
    await rival.addMissing('main');
  });
  afterAll(() => platform.stop());

  const manifest = (...integrations: object[]) => stringify({ specVersion: '1.0.0', integrations });
  const answer = (sourceYaml: string, more: object = {}) =>
    builder.call('PUT', '/integrations:batch?dryRun=true', { sourceYaml, ...more });
  const plan = async (sourceYaml: string, more: object = {}) => succeeded<Planned[]>(await answer(sourceYaml, more));
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
    const planned = await plan(manifest(crm(contacts)));
    expect(planned).toMatchObject([
      { id: '', name: 'crm', latestRevision: { id: '', content: crm(contacts) }, plan: { change: 'created' } },
    ]);
    expect(planned[0]?.plan).toEqual({ change: 'created', droppedObjects: [] });
    expect(await rows()).toEqual(before);
  });

  it('tells what would change, with both contents and the objects that are dropped', async () => {
    succeeded(await deploy(manifest(crm(contacts, deals))));
    const before = await rows();
    const [same] = await plan(manifest(crm(contacts, deals)));
    expect(same?.plan).toMatchObject({ change: 'unchanged', droppedObjects: [] });
    expect(same?.latestRevision.id).toBe(same?.plan.former?.id);
    const former = { content: crm(contacts, { ...deals, schedule: '' }) };
    expect(await plan(manifest(crm(contacts), { ...crm(deals), name: 'other' }))).toMatchObject([
      { name: 'crm', plan: { change: 'changed', former, droppedObjects: ['deals'] } },
      { name: 'other', plan: { change: 'created' } },
    ]);
    expect(await rows()).toEqual(before);
  });

  it('answers the faults and warnings of the manifest with their place', async () => {
    const [typo] = await plan(manifest(crm(contacts)).replace('schedule', 'scedule'));
    expect(typo?.latestRevision.warnings).toMatchObject([{ rule: 'unknown-key', line: 9, column: 11 }]);
    const refused = await answer(manifest({ ...crm(contacts), provider: 'sandbx' }));
    expect([refused.status, refused.body['issues']]).toEqual([
      422,
      [
        expect.objectContaining({
          name: '$.integrations[0].provider',
          detail: expect.stringMatching(/^line 4, column 5: .*\(provider-not-supported\)/),
        }),
      ],
    ]);
  });

  it('refuses a source beyond a limit, as the deploy does', async () => {
    expect((await answer(`specVersion: ${'['.repeat(200)}${']'.repeat(200)}`)).status).toBe(422);
    expect((await answer('specVersion: *missing')).status).toBe(422);
  });

  it('answers 409 when another deploy came in between, and the deploy does so too', async () => {
    const [shown] = await plan(manifest(crm(contacts)));
    const expectedRevisionIds = { crm: shown?.plan.former?.id ?? '' };
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
    const [now] = await plan(manifest(crm(contacts)));
    succeeded(await deploy(manifest(crm(contacts)), { expectedRevisionIds: { crm: now?.plan.former?.id ?? '' } }));
    const fresh = manifest({ ...crm(contacts), name: 'fresh' });
    succeeded(await deploy(fresh, { expectedRevisionIds: { fresh: '' } }));
  });

  it('compares with the own project only', async () => {
    const answered = await rival.call('PUT', '/integrations:batch?dryRun=true', {
      sourceYaml: manifest(crm(contacts)),
    });
    expect(succeeded<Planned[]>(answered)).toMatchObject([{ plan: { change: 'created' } }]);
  });
});
