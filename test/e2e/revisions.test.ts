import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
const contacts = { objectName: 'contacts', destination: 'main', schedule: '0 * * * *' };

type Revision = { id: string; createTime: string; createdBy?: string; content: { displayName?: string } };

describe('the revisions of an integration', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let rival: Builder;
  let id: string;

  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
    rival = aBuilder(await addProject(platform, 'rival'));
    for (const displayName of ['One', 'Two', 'Three'])
      id = await builder.deploy({ name: 'crm', provider: 'sandbox', displayName, read: { objects: [contacts] } });
    await builder.deploy({ name: 'other', provider: 'sandbox', read: { objects: [contacts] } });
    await rival.deploy({ name: 'crm', provider: 'sandbox', read: { objects: [contacts] } });
  });
  afterAll(() => platform.stop());

  const titles = (revisions: Revision[]) => revisions.map(({ content }) => content.displayName);

  it('are listed newest first, with who deployed them and when', async () => {
    const revisions = await builder.get<Revision[]>('/integrations/crm/revisions');
    expect(titles(revisions)).toEqual(['Three', 'Two', 'One']);
    for (const { createdBy, createTime } of revisions) {
      expect(createdBy).toMatch(/^api-key:/);
      expect(Date.parse(createTime)).toBeGreaterThan(0);
    }
    expect(await builder.get(`/integrations/${id}/revisions`)).toEqual(revisions);
  });

  it('are listed page by page', async () => {
    const first = await builder.call('GET', '/integrations/crm/revisions?pageSize=2');
    expect(titles(succeeded<Revision[]>(first))).toEqual(['Three', 'Two']);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const pageToken = new URL(next, platform.origin).searchParams.get('pageToken') ?? '';
    const rest = await builder.get<Revision[]>(`/integrations/crm/revisions?pageSize=2&pageToken=${pageToken}`);
    expect(titles(rest)).toEqual(['One']);
  });

  it('are shown one by one, only below their own integration and project', async () => {
    const [latest] = await builder.get<Revision[]>('/integrations/crm/revisions');
    expect(await builder.get(`/integrations/crm/revisions/${latest?.id}`)).toEqual(latest);
    for (const [who, path] of [
      [builder, `/integrations/other/revisions/${latest?.id}`],
      [builder, `/integrations/crm/revisions/${ABSENT}`],
      [builder, '/integrations/none/revisions'],
      [rival, `/integrations/crm/revisions/${latest?.id}`],
      [rival, `/integrations/${id}/revisions`],
    ] as const)
      expect((await who.call('GET', path)).status).toBe(404);
  });

  it('do not tell customers who deployed', async () => {
    expect(JSON.stringify(await builder.get('/integrations/crm'))).not.toContain('createdBy');
  });
});
