import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { STRANGER } from '../../../test/support/installed.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const anApp = (more: object = {}) =>
  world.createProviderApp(world.call, {
    projectId: PROJECT,
    provider: 'github',
    clientId: 'client',
    clientSecret: 'CANARY-old',
    externalRef: '',
    scopes: [],
    metadataJson: '',
    ...more,
  });
const update = (providerAppId: string, updateMask: string[], providerApp: object, projectId = PROJECT) =>
  world.updateProviderApp(world.call, {
    projectId,
    providerAppId,
    updateMask,
    providerAppJson: JSON.stringify(providerApp),
  });
/** A connection with imported tokens takes the provider's default app. */
const connectedWith = (provider: string) =>
  world.connect({
    provider,
    credentialsJson: JSON.stringify({ oauth2AuthorizationCode: { accessToken: 'at', refreshToken: 'rt' } }),
  });

describe('updateProviderApp', () => {
  it('changes what the mask names and nothing else, and never shows the secret', async () => {
    const app = await anApp({ externalRef: 'mine', scopes: ['repo'] });
    world.pass(1);
    const changed = await update(app.id, ['clientId', 'scopes', 'metadata'], {
      clientId: 'after',
      externalRef: 'not masked',
      scopes: ['gist'],
      metadata: { authQueryParams: { prompt: ['consent'] } },
    });
    expect(changed).toEqual({
      ...app,
      clientId: 'after',
      scopes: ['gist'],
      metadataJson: '{"authQueryParams":{"prompt":["consent"]}}',
      updateTime: app.createTime + 1,
    });
    const stored = await world.deps.stores.providerApps.find(PROJECT, app.id);
    expect(stored && world.deps.box.openClient(stored)).toMatchObject({ clientSecret: 'CANARY-old' });
    expect(JSON.stringify([app, changed])).not.toContain('CANARY');
  });

  it('keeps a new secret sealed', async () => {
    const { id } = await anApp();
    await update(id, ['clientSecret'], { clientSecret: 'CANARY-new' });
    const stored = await world.deps.stores.providerApps.find(PROJECT, id);
    expect(stored && world.deps.box.openClient(stored)).toMatchObject({ clientSecret: 'CANARY-new' });
    expect(JSON.stringify(await world.db('provider_apps').select())).not.toContain('CANARY');
  });

  it.each<[string, string[], object]>([
    ['a mask nobody knows', ['id'], { clientId: 'x' }],
    ['a mask without a value', ['clientId'], {}],
    ['an empty secret', ['clientSecret'], { clientSecret: '' }],
    ['a client id that is no ref', ['clientId'], { clientId: ' x' }],
  ])('refuses %s', async (_what, updateMask, providerApp) => {
    const { id } = await anApp();
    await expect(update(id, updateMask, providerApp)).rejects.toMatchObject({
      kind: 'invalidArgument',
      extras: { issues: [expect.objectContaining({ in: 'body' })] },
    });
  });

  it('names the masks there are', async () => {
    const { id } = await anApp();
    await expect(update(id, ['id'], {})).rejects.toMatchObject({
      extras: { remedy: 'Use these masks: externalRef, clientId, clientSecret, provider, scopes, metadata.' },
    });
  });

  it('refuses what the provider can do nothing with', async () => {
    const { id } = await anApp({ provider: 'hubspot', scopes: ['oauth'] });
    const { id: other } = await anApp({ clientId: 'other' });
    for (const [app, mask, value] of [
      [id, 'scopes', []],
      [other, 'provider', 'hubspot'],
      [other, 'provider', 'nowhere'],
    ] as const)
      await expect(update(app, [mask], { [mask]: value })).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('keeps a client id one for a provider', async () => {
    await anApp({ clientId: 'first' });
    const { id } = await anApp({ clientId: 'second' });
    await expect(update(id, ['clientId'], { clientId: 'first' })).rejects.toMatchObject({ kind: 'alreadyExists' });
    expect(await world.deps.stores.providerApps.find(PROJECT, id)).toMatchObject({ clientId: 'second' });
  });

  it('keeps the provider while a connection was made with the app', async () => {
    const { id } = await anApp({ provider: 'sandboxOAuth', scopes: ['crm.read'] });
    await update(id, ['provider'], { provider: 'github' });
    await update(id, ['provider'], { provider: 'sandboxOAuth' });
    await connectedWith('sandboxOAuth');
    await expect(update(id, ['provider'], { provider: 'github' })).rejects.toMatchObject({
      kind: 'conflict',
      extras: { remedy: expect.any(String) },
    });
    await expect(
      update(id, ['provider', 'scopes'], { provider: 'sandboxOAuth', scopes: ['a'] }),
    ).resolves.toBeDefined();
  });

  it('and deleteProviderApp know none of another project', async () => {
    const { id } = await anApp();
    const absent = { kind: 'notFound', detail: 'There is no such provider app.' };
    for (const [providerAppId, projectId] of [
      [id, STRANGER],
      [ABSENT, PROJECT],
    ] as const) {
      await expect(update(providerAppId, ['clientId'], { clientId: 'x' }, projectId)).rejects.toMatchObject(absent);
      await expect(world.deleteProviderApp(world.call, { projectId, providerAppId })).rejects.toMatchObject(absent);
    }
    await world.deleteProviderApp(world.call, { projectId: PROJECT, providerAppId: id });
  });
});
