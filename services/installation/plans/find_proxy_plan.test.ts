import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, readObject, STRANGER } from '../../../test/support/installed.ts';
import { promise } from '../../../test/support/promise.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const ON = { proxy: { enabled: true } };
const READ = { read: { objects: [readObject('contacts')] } };

async function made({ manifest = ON as object, config = ON as object, groupRef = 'acme' } = {}) {
  const integrationId = await deployed(world, { name: 'caller', ...manifest });
  const owner = await installed(world, integrationId, { content: config, groupRef });
  return { integrationId, owner, installationId: owner.installation.id };
}

const find = (request: object) =>
  world.findProxyPlan(world.call, {
    projectId: PROJECT,
    installationId: '',
    integrationId: '',
    groupRef: '',
    ...request,
  });

describe('findProxyPlan', () => {
  it('finds the installation by its id, or by integration and group', async () => {
    const { integrationId, installationId } = await made();
    const wanted = { integrationName: 'caller', module: '', installationId };
    expect(await find({ installationId })).toMatchObject(wanted);
    expect(await find({ integrationId, groupRef: 'acme' })).toMatchObject(wanted);
    expect(world.sent).toEqual([]);
  });

  it('takes the installation if all are named', async () => {
    const { installationId } = await made();
    const other = await deployed(world, { name: 'other', ...READ });
    expect(await find({ installationId, integrationId: other, groupRef: 'nobody' })).toMatchObject({
      installationId,
    });
  });

  promise('knows no installation of another project', { without: 'otherTenantsPlan' }, async () => {
    const { installationId } = await made();
    const outcome = await find({ installationId, projectId: STRANGER }).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ kind: 'notFound', detail: 'There is no such installation.' });
  });

  it('knows no installation that is not there, and no integration of another project', async () => {
    const { integrationId } = await made();
    await expect(find({ installationId: ABSENT })).rejects.toMatchObject({
      kind: 'notFound',
      detail: 'There is no such installation.',
    });
    for (const request of [{ integrationId: ABSENT }, { integrationId, projectId: STRANGER }])
      await expect(find({ groupRef: 'acme', ...request })).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such integration.',
      });
  });

  it.each(['', 'nobody'])('refuses the group "%s" without an installation, and names the header', async (groupRef) => {
    const { integrationId } = await made();
    await expect(find({ integrationId, groupRef })).rejects.toMatchObject({
      kind: 'invalidArgument',
      extras: { issues: [{ in: 'header', name: 'x-amp-group-ref' }] },
    });
  });

  it.each<[string, object, object, string, string]>([
    [
      'the config, which has no block',
      ON,
      {},
      'in the config of the installation.',
      'Set config.content.proxy.enabled of the installation to true.',
    ],
    [
      'the config, which has it off',
      ON,
      { proxy: { enabled: false } },
      'in the config of the installation.',
      'Set config.content.proxy.enabled of the installation to true.',
    ],
    [
      'manifest and config',
      READ,
      {},
      'in the manifest and in the config of the installation.',
      'Set proxy.enabled of the integration caller to true in the manifest, and deploy it; then set config.content.proxy.enabled of the installation to true.',
    ],
    [
      'the manifest, which has it off, and the config',
      { ...READ, proxy: { enabled: false } },
      {},
      'in the manifest and in the config of the installation.',
      'Set proxy.enabled of the integration caller to true in the manifest, and deploy it; then set config.content.proxy.enabled of the installation to true.',
    ],
  ])('says that it is off in %s, and what to do', async (_what, manifest, config, where, remedy) => {
    const { installationId } = await made({ manifest, config });
    await expect(find({ installationId })).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: `The proxy is switched off ${where} Nothing was sent to the provider.`,
      extras: { remedy },
    });
  });

  promise('is off while the config of the installation has it off', { without: 'configHasNoProxy' }, async () => {
    const { installationId } = await made({ config: { proxy: { enabled: false } } });
    const refused = await find({ installationId }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: 'unprocessable' });
  });

  it('is off as soon as a manifest without it is deployed, whatever the config says', async () => {
    const { installationId } = await made();
    await deployed(world, { name: 'caller', ...READ });
    await expect(find({ installationId })).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: 'The proxy is switched off in the manifest. Nothing was sent to the provider.',
    });
  });

  it('names the module only if the manifest uses it: that of the integration, or the default one', async () => {
    const netsuite = { name: 'caller', provider: 'netsuite' };
    const plans: string[] = [];
    for (const more of [
      { proxy: { enabled: true } },
      { module: 'suiteql', proxy: { enabled: true, useModule: false } },
      { module: 'suiteql', proxy: { enabled: true, useModule: true } },
      { proxy: { enabled: true, useModule: true } },
    ]) {
      const integrationId = await deployed(world, { ...netsuite, ...more });
      const [before] = await world.listInstallations(PROJECT, { integrationId, groupRef: '' }, { after: '', limit: 1 });
      const owner = before ?? (await netsuiteInstalled(integrationId));
      plans.push((await find({ installationId: owner.installation.id })).module);
    }
    expect(plans).toEqual(['', '', 'suiteql', 'restapi']);
  });

  it('does not ask whether the provider accepts the credentials', async () => {
    const { owner, installationId } = await made();
    const { id, generation } = owner.connection.connection;
    await world.deps.stores.connections.markBad(PROJECT, id, generation, 1);
    expect(await find({ installationId })).toMatchObject({ installationId });
  });
});

async function netsuiteInstalled(integrationId: string) {
  const { id: connectionId } = await world.connect({
    provider: 'netsuite',
    workspaceRef: '123',
    metadataJson: '{"workspace": "123"}',
    credentialsJson: JSON.stringify({ oauth2AuthorizationCode: { accessToken: 't' } }),
  });
  return world.createInstallation(world.call, {
    projectId: PROJECT,
    integrationId,
    groupRef: 'acme',
    connectionId,
    configContentJson: JSON.stringify(ON),
    createdBy: '',
    skipSampling: true,
  });
}
