import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';

type Shown = {
  objectName: string;
  mappedObjectName: string;
  schedule?: string;
  state: string;
  pausedBecause?: string[];
  note?: string;
  failures: number;
  nextStarts: string[];
};

describe('the schedules of an installation', () => {
  let stage: Stage;
  let path: string;
  beforeAll(async () => {
    stage = await startStage({ records: 2 });
    const { builder, sandbox } = stage;
    await builder.connect(sandbox, 'acme');
    const fields = { requiredFields: [{ fieldName: 'id' }], destination: 'main' };
    const integrationId = await builder.deploy({
      name: 'in',
      read: {
        objects: [
          { objectName: 'contacts', mapToName: 'person', schedule: '*/30 * * * *', ...fields },
          { objectName: 'companies', ...fields },
        ],
      },
    });
    const installationId = await builder.installed(integrationId, 'acme', { contacts: {}, companies: {} });
    path = `/integrations/${integrationId}/installations/${installationId}`;
  });
  afterAll(() => stage.stop());

  const shown = () => stage.builder.get<Shown[]>(`${path}/schedules`);
  const act = async (verb: string, body: object) =>
    succeeded(await stage.builder.send('POST', `/read/v1/projects/${stage.builder.projectName}${path}:${verb}`, body));

  it('say when each object starts next, about half an hour apart, and which does not by itself', async () => {
    await eventually(async () => expect(await shown()).toHaveLength(2));
    const [companies, contacts] = await shown();
    expect(companies).toEqual({
      objectName: 'companies',
      mappedObjectName: 'companies',
      state: 'idle',
      failures: 0,
      nextStarts: [],
    });
    expect(contacts).toMatchObject({ mappedObjectName: 'person', schedule: '*/30 * * * *', state: 'armed' });
    const starts = contacts?.nextStarts.map((at) => Date.parse(at)) ?? [];
    expect(starts).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = starts;
    expect(first).toBeGreaterThan(Date.now() - 60_000);
    expect(first).toBeLessThan(Date.now() + 32 * 60_000);
    expect([second - first, third - second]).toEqual([1_800_000, 1_800_000]);
  });

  it('say that reads are paused and why, and that they go on', async () => {
    await act('pause', { objects: ['person'], note: 'maintenance' });
    expect((await shown()).find(({ objectName }) => objectName === 'contacts')).toMatchObject({
      state: 'paused',
      pausedBecause: ['asked'],
      note: 'maintenance',
      nextStarts: [],
    });
    await act('unpause', {});
    const contacts = (await shown()).find(({ objectName }) => objectName === 'contacts');
    expect(contacts).toMatchObject({ state: 'armed', failures: 0 });
    expect(contacts).not.toHaveProperty('pausedBecause');
    expect(contacts?.nextStarts).toHaveLength(3);
  });

  it('are unknown to another project, and of no installation that is absent', async () => {
    const stranger = aBuilder(await addProject(stage.platform, 'stranger'));
    expect((await stranger.call('GET', `${path}/schedules`)).status).toBe(404);
    const absent = path.replace(/[^/]+$/, '01900000-0000-7000-8000-000000000000');
    expect((await stage.builder.call('GET', `${absent}/schedules`)).status).toBe(404);
  });
});
