import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder } from '../support/builder.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';

type Users = {
  integrations: string[];
  installations: { groupRef: string; installationId: string }[];
  hasMore: boolean;
};

describe('the users of a destination', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage({ records: 1 });
  });
  afterAll(() => stage.stop());

  it('are the integrations that name it and the installations that deliver to it; asking blocks no deploy', async () => {
    const { builder, sandbox, receiver } = stage;
    await builder.addDestination('hook', receiver);
    const users = () => builder.get<Users>('/destinations/hook/users');
    expect(await users()).toEqual({ integrations: [], installations: [], hasMore: false });
    const read = {
      objects: [{ objectName: 'contacts', destination: 'hook', requiredFields: [{ fieldName: 'id' }] }],
    };
    const integrationId = await builder.deploy({ name: 'in', read });
    await builder.connect(sandbox, 'acme');
    const installationId = await builder.installed(integrationId, 'acme', { contacts: {} });
    expect(await users()).toEqual({
      integrations: ['in'],
      installations: [{ installationId, integrationName: 'in', groupRef: 'acme' }],
      hasMore: false,
    });
    await builder.deploy({ name: 'other', read });
    expect((await users()).integrations).toEqual(['other', 'in']);
  });

  it('are of an absent destination, and for a stranger, not found', async () => {
    const stranger = aBuilder(await addProject(stage.platform, 'stranger'));
    expect((await stage.builder.call('GET', '/destinations/absent/users')).status).toBe(404);
    expect((await stranger.call('GET', '/destinations/hook/users')).status).toBe(404);
  });
});
