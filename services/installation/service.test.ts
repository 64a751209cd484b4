import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettings } from '../../lib/config/settings.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import { inProcessBus } from '../../lib/events/in_process_bus.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { RunningProcess } from '../../lib/process/run_process.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { type RpcConnection, rpcClient } from '../../lib/rpc/client.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { CONFIG, MANIFEST, PROJECT } from '../../test/support/installation_world.ts';
import { manifestOf, readObject } from '../../test/support/installed.ts';
import { sharedTrust } from '../../test/support/trust.ts';
import { settings } from './config.ts';
import { start } from './service.ts';

let running: RunningProcess;
let client: RpcConnection<'installation'>;
const bus = inProcessBus();
const call = () => systemCall('test', { newId, clock: systemClock }, 120_000);

beforeAll(async () => {
  const config = readSettings(settings, {
    CAUSEWAY_INSTALLATION_DATABASE_URL: 'sqlite::memory:',
    CAUSEWAY_INSTALLATION_PORT: '0',
    CAUSEWAY_INSTALLATION_HOST: '127.0.0.1',
    CAUSEWAY_INTERNAL_TOKEN: 't',
    CAUSEWAY_KEYRING: newKeyring(),
    CAUSEWAY_OUTBOUND_ALLOW: '127.0.0.0/8',
    CAUSEWAY_OUTBOUND_ALLOW_HTTP: '1',
    CAUSEWAY_SANDBOX: '1',
  });
  running = await start(config, { log: silentLog, clock: systemClock, newId, bus, trust: sharedTrust('installation') });
  client = rpcClient('installation', { address: running.address, trust: sharedTrust('gateway') });
});
afterAll(async () => {
  client.close();
  await running.stop();
  await bus.close();
});

describe('the installation service over gRPC', () => {
  it('shows the catalogue', async () => {
    const { providersJson } = await client.listProviders(call(), {});
    const catalogue = JSON.parse(providersJson) as Record<string, { name: string }>;
    expect(Object.keys(catalogue).length).toBeGreaterThanOrEqual(238);
    expect(JSON.parse((await client.getProvider(call(), { provider: 'hubspot' })).infoJson)).toEqual(
      catalogue['hubspot'],
    );
    await expect(client.getProvider(call(), { provider: 'nope' })).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('goes from a manifest to the plan and credentials of a read', async () => {
    const {
      integrations: [integration],
    } = await client.batchUpsertIntegrations(call(), { projectId: PROJECT, sourceYaml: MANIFEST });
    expect(integration).toMatchObject({
      name: 'crm-in',
      provider: 'sandbox',
      latestRevision: { specVersion: '1.0.0' },
    });
    const integrationId = integration?.id ?? '';
    const byName = await client.getIntegration(call(), { projectId: PROJECT, integrationIdOrName: 'crm-in' });
    expect(byName).toEqual(integration);
    const connection = await client.generateConnection(call(), {
      projectId: PROJECT,
      provider: 'sandbox',
      groupRef: 'acme',
      consumerRef: 'ada',
      credentialsJson: '{"apiKey":"k"}',
    });
    expect(connection).toMatchObject({
      authScheme: 'apiKey',
      status: 'created',
      group: { groupName: 'acme' },
      credentialsJson: '',
      providerApp: null,
    });
    const installation = await client.createInstallation(call(), {
      projectId: PROJECT,
      integrationId,
      groupRef: 'acme',
      configContentJson: JSON.stringify(CONFIG),
      skipSampling: true,
    });
    const key = { projectId: PROJECT, integrationId, installationId: installation.id };
    const { installations } = await client.batchGetInstallations(call(), {
      keys: [key, { ...key, projectId: integrationId }, key],
    });
    expect(installations).toEqual([installation]);
    const { plans } = await client.listReadPlans(call(), { projectId: PROJECT, installationId: installation.id });
    expect(plans.map(({ objectName, schedule }) => [objectName, schedule])).toEqual([
      ['contacts', '*/15 * * * *'],
      ['companies', ''],
    ]);
    expect(JSON.parse(plans[0]?.selectionJson ?? '')).toMatchObject({ selectAll: false });
    const auth = await client.getCallAuth(call(), { projectId: PROJECT, connectionId: connection.id });
    expect(auth).toMatchObject({
      headers: { 'X-Sandbox-Key': 'k' },
      variables: { baseUrl: 'http://127.0.0.1:4020' },
      generation: 1,
      expireTime: 0,
    });
  });

  it('goes from a manifest to the plan of a write', async () => {
    const sourceYaml = manifestOf({
      name: 'writer',
      read: { objects: [readObject('contacts', { mapToName: 'person', optionalFields: [{ mapToName: 'mail' }] })] },
      write: { objects: [{ objectName: 'contacts', inheritMapping: true, valueDefaults: { allowAnyFields: true } }] },
    });
    const { integrations } = await client.batchUpsertIntegrations(call(), { projectId: PROJECT, sourceYaml });
    const connection = await client.generateConnection(call(), {
      projectId: PROJECT,
      provider: 'sandbox',
      groupRef: 'writers',
      groupName: 'Writers',
      consumerRef: 'bob',
      consumerName: 'Bob',
      providerWorkspaceRef: 'w1',
      credentialsJson: '{"apiKey":"k"}',
    });
    const contacts = {
      objectName: 'contacts',
      deletionSettings: { enabled: true },
      selectedFieldSettings: { phone: { default: { stringValue: '1' }, writeOnUpdate: 'ifEmpty' } },
    };
    const integrationId = integrations[0]?.id ?? '';
    const installation = await client.createInstallation(call(), {
      projectId: PROJECT,
      integrationId,
      groupRef: 'writers',
      configContentJson: JSON.stringify({ read: { objects: {} }, write: { objects: { contacts } } }),
      skipSampling: true,
    });
    const asked = { projectId: PROJECT, integrationId, groupRef: 'writers', objectName: 'person' };
    const { rulesJson, ...plan } = await client.findWritePlan(call(), asked);
    expect(plan).toEqual({
      projectId: PROJECT,
      installationId: installation.id,
      integrationId,
      integrationName: 'writer',
      configId: installation.config?.id,
      connectionId: connection.id,
      groupRef: 'writers',
      groupName: 'Writers',
      consumerRef: 'bob',
      consumerName: 'Bob',
      provider: 'sandbox',
      module: '',
      workspace: 'w1',
      credentialsVersion: expect.stringMatching(/^1 /),
      objectName: 'contacts',
      mappedObjectName: 'person',
      deletionEnabled: true,
    });
    expect(JSON.parse(rulesJson)).toEqual({
      mappings: [],
      unmapped: ['mail'],
      valueMappings: {},
      settings: { phone: { default: '1', writeOnCreate: 'always', writeOnUpdate: 'ifEmpty' } },
      allowAnyFields: true,
    });
    await expect(client.findWritePlan(call(), { ...asked, objectName: 'deals' })).rejects.toMatchObject({
      kind: 'invalidArgument',
    });
  });

  it('goes from a manifest to the plan of a proxied call', async () => {
    const sourceYaml = manifestOf({ name: 'caller', proxy: { enabled: true } });
    const { integrations } = await client.batchUpsertIntegrations(call(), { projectId: PROJECT, sourceYaml });
    const connection = await client.generateConnection(call(), {
      projectId: PROJECT,
      provider: 'sandbox',
      groupRef: 'callers',
      groupName: 'Callers',
      consumerRef: 'eve',
      consumerName: 'Eve',
      credentialsJson: '{"apiKey":"k"}',
    });
    const integrationId = integrations[0]?.id ?? '';
    const installation = await client.createInstallation(call(), {
      projectId: PROJECT,
      integrationId,
      groupRef: 'callers',
      configContentJson: '{"proxy":{"enabled":true}}',
    });
    expect(await client.findProxyPlan(call(), { projectId: PROJECT, integrationId, groupRef: 'callers' })).toEqual({
      projectId: PROJECT,
      installationId: installation.id,
      integrationId,
      integrationName: 'caller',
      configId: installation.config?.id,
      connectionId: connection.id,
      groupRef: 'callers',
      groupName: 'Callers',
      consumerRef: 'eve',
      consumerName: 'Eve',
      credentialsVersion: expect.stringMatching(/^1 /),
      provider: 'sandbox',
      module: '',
    });
  });
});
