import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';

type Revision = { id: string; content: { read?: { objects?: { objectName: string }[] } }; warnings: object[] };
type Integration = { id: string; name: string; latestRevision: Revision };

describe('a dry run, and the revisions that deploys leave', () => {
  let platform: TestPlatform;
  let builder: Builder;
  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
    await builder.addMissing('hook');
  });
  afterAll(() => platform.stop());

  const manifest = (name: string, ...objectNames: string[]) => ({
    sourceYaml: stringify({
      specVersion: '1.0.0',
      integrations: [
        {
          name,
          provider: 'sandbox',
          read: {
            objects: objectNames.map((objectName) => ({ objectName, destination: 'hook', optionalFieldsAuto: 'all' })),
          },
        },
      ],
    }),
  });
  const put = (query: string, body: object) => builder.call('PUT', `/integrations:batch${query}`, body);
  const names = ({ content }: Revision) => content.read?.objects?.map(({ objectName }) => objectName);
  const all = () => builder.get<Integration[]>('/integrations');

  it('shows a new integration and stores nothing', async () => {
    const before = await all();
    const [planned] = succeeded<Integration[]>(await put('?dryRun=true', manifest('fresh', 'contacts')));
    expect(planned).toMatchObject({ id: '', name: 'fresh', latestRevision: { id: '' } });
    expect(names(planned!.latestRevision)).toEqual(['contacts']);
    expect(await all()).toEqual(before);
  });

  it('shows a changed integration beside an unchanged one, and a deploy then does just that', async () => {
    const [deployed] = succeeded<Integration[]>(await put('', manifest('steady', 'contacts')));
    const [same] = succeeded<Integration[]>(await put('?dryRun=true', manifest('steady', 'contacts')));
    expect(same).toMatchObject({ id: deployed?.id, latestRevision: { id: deployed?.latestRevision.id } });
    const change = manifest('steady', 'contacts', 'companies');
    const [planned] = succeeded<Integration[]>(await put('?dryRun=true', change));
    expect(planned).toMatchObject({ id: deployed?.id, latestRevision: { id: '' } });
    const [done] = succeeded<Integration[]>(await put('', change));
    expect(done?.latestRevision.content).toEqual(planned?.latestRevision.content);
    expect(done?.latestRevision.id).not.toBe(deployed?.latestRevision.id);
  });

  it('finds what a deploy would find, at the same place', async () => {
    const wrong = { sourceYaml: 'specVersion: 1.0.0\nintegrations:\n  - name: typo\n    provider: hubspott\n' };
    const [dry, real] = [await put('?dryRun=true', wrong), await put('', wrong)];
    expect([dry.status, real.status]).toEqual([422, 422]);
    expect(dry.body['issues']).toEqual(real.body['issues']);
    expect(JSON.stringify(dry.body['issues'])).toContain('hubspot');
  });

  it('leave a list, newest first, in pages', async () => {
    const [made] = succeeded<Integration[]>(await put('', manifest('history', 'contacts')));
    for (const objects of [['contacts', 'companies'], ['companies']])
      succeeded(await put('', manifest('history', ...objects)));
    const list = await builder.get<Revision[]>('/integrations/history/revisions');
    expect(list.map(names)).toEqual([['companies'], ['contacts', 'companies'], ['contacts']]);
    expect(list.at(-1)?.id).toBe(made?.latestRevision.id);
    const page = await builder.call('GET', `/integrations/${made?.id}/revisions?pageSize=2`);
    expect(succeeded<Revision[]>(page).map(({ id }) => id)).toEqual(list.slice(0, 2).map(({ id }) => id));
    const next = /pageToken=([\w-]+)/.exec(page.headers.get('link') ?? '')?.[1];
    const rest = await builder.get<Revision[]>(`/integrations/${made?.id}/revisions?pageSize=2&pageToken=${next}`);
    expect(rest.map(({ id }) => id)).toEqual([list[2]?.id]);
  });

  it('answer 404 for an integration that does not exist', async () => {
    expect((await builder.call('GET', '/integrations/nothing/revisions')).status).toBe(404);
  });
});
