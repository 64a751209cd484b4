import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/installation/migrations/migrations.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { CONFIG, type InstallationWorld, installationWorld, MANIFEST, PROJECT } from '../support/installation_world.ts';

/** The use cases that depend on the engine: locks, unique keys, transactions. */
forEachEngine((engine) => {
  let database: TestDatabase;
  let world: InstallationWorld;
  beforeAll(async () => {
    database = await engine.open(migrations);
    world = await installationWorld(database.db);
  });
  afterAll(() => database.close());

  it('uses no refresh token twice, even with a strictly rotating provider and many concurrent calls', async () => {
    const provider = { token: 'rt0', calls: 0, refused: 0 };
    world.answer((async ({ body }: { body?: string }) => {
      provider.calls += 1;
      const given = new URLSearchParams(body).get('refresh_token');
      await sleep(Math.random() * 20);
      if (given !== provider.token) {
        provider.refused += 1;
        return { status: 400, body: { error: 'invalid_grant' } };
      }
      provider.token = `rt${provider.calls}`;
      return { body: { access_token: `at${provider.calls}`, refresh_token: provider.token, expires_in: 60 } };
    }) as never);
    const tokens = { accessToken: { token: 'at0', expiresAt: '2026-01-01T00:01:00Z' }, refreshToken: 'rt0' };
    const { id: connectionId } = await world.connect({
      provider: 'sandboxOAuth',
      credentialsJson: JSON.stringify({ oauth2AuthorizationCode: tokens }),
    });
    for (let expiry = 1; expiry <= 5; expiry += 1) {
      world.pass(61_000);
      await Promise.all(
        Array.from({ length: 8 }, () => world.getCallAuth(world.call, { projectId: PROJECT, connectionId })),
      );
    }
    expect(provider).toMatchObject({ calls: 5, refused: 0 });
    expect((await world.events()).filter(({ type }) => type === 'connection.refreshed').length).toBe(5);
  });

  it('deploys the same manifest, sent many times concurrently, as one integration', async () => {
    const projectId = newId();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => world.upsertIntegrations(world.call, { projectId, sourceYaml: MANIFEST })),
    );
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ kind: 'conflict', retryable: true });
    }
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await world.deps.stores.integrations.list(projectId)).length).toBe(1);
    const [{ n }] = (await world.db('revisions').where({ project_id: projectId }).count({ n: '*' })) as [{ n: number }];
    expect(Number(n)).toBe(1);
  });

  it('installs once for a group under concurrency, with one event', async () => {
    world.answer(() => ({ body: { data: [] } }));
    const [integration] = await world.upsertIntegrations(world.call, { projectId: PROJECT, sourceYaml: MANIFEST });
    await world.connect({ groupRef: 'many' });
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        world.createInstallation(world.call, {
          projectId: PROJECT,
          integrationId: integration?.id ?? '',
          groupRef: 'many',
          connectionId: '',
          configContentJson: JSON.stringify(CONFIG),
          createdBy: 'builder:b',
          skipSampling: true,
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect((await world.events()).filter(({ type }) => type === 'installation.created').length).toBe(1);
  });

  it('processes the events of an operation once, and returns its state', async () => {
    const [integration] = await world.upsertIntegrations(world.call, { projectId: PROJECT, sourceYaml: MANIFEST });
    const connection = await world.connect({ groupRef: 'heard' });
    const { installation } = await world.createInstallation(world.call, {
      projectId: PROJECT,
      integrationId: integration?.id ?? '',
      groupRef: 'heard',
      connectionId: '',
      configContentJson: JSON.stringify(CONFIG),
      createdBy: '',
      skipSampling: true,
    });
    const tell = (id: string, status: 'success' | 'failure', after: number) => {
      const seq = world.deps.clock.now() + after;
      return world.noteOperation({
        id,
        type: 'operation.changed',
        projectId: PROJECT,
        time: seq,
        payload: { installationId: installation.id, operationId: newId(), objectName: 'contacts', status, seq },
      });
    };
    const statusOf = async () => (await world.deps.stores.connections.find(PROJECT, connection.id))?.connection.status;
    const find = async () => await world.deps.stores.installations.find(PROJECT, installation.id);
    const first = newId();
    await tell(first, 'failure', 1);
    expect((await find())?.installation.lastOperationStatus).toBe('failure');
    await Promise.all([tell(first, 'success', 9), tell(first, 'success', 9)]);
    expect((await find())?.installation.lastOperationStatus).toBe('failure');
    await tell(newId(), 'success', 10);
    expect((await find())?.installation.lastOperationStatus).toBe('success');
    expect(await statusOf()).toBe('working');
    world.pass(1_000);
    const apiKey = { updateMask: ['apiKey'], connectionJson: '{"apiKey":"another"}', mayMove: false };
    world.answer(() => ({ status: 503, body: {} }));
    await world.updateConnection(world.call, { projectId: PROJECT, connectionId: connection.id, ...apiKey });
    await tell(newId(), 'success', -500); // of a read that ended with the previous key
    expect(await statusOf()).toBe('created');
    await tell(newId(), 'success', 10);
    expect(await statusOf()).toBe('working');
  });
});
