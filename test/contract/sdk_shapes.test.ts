import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder } from '../support/builder.ts';
import { startOwnPlatform, type TestPlatform } from '../support/platform.ts';
import { pressContinue } from '../support/sign_in.ts';
import * as shapes from './client_shapes.ts';
import { oldClient } from './old_client.ts';

type Named = { id: string };

/** An integration whose one object has neither a schedule nor a mapped name: the client requires both fields. */
const manifest = (name: string) =>
  stringify({
    specVersion: '1.0.0',
    integrations: [
      {
        name,
        provider: 'sandbox',
        read: {
          objects: [
            { objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] },
            {
              objectName: 'companies',
              destination: 'main',
              schedule: '0 4 * * *',
              requiredFields: [{ fieldName: 'id' }],
              backfill: { defaultPeriod: { fullHistory: true } },
            },
          ],
        },
      },
    ],
  });

/**
 * The calls of the public Node client, in the order in which a builder makes them; later calls need earlier answers.
 */
describe('the public Node client', () => {
  let platform: TestPlatform;
  let sandbox: Sandbox;
  let call: ReturnType<typeof oldClient>;
  let integrationId: string;
  let connectionId: string;
  let installationId: string;
  const P = '/projects/demo';
  const I = () => `${P}/integrations/${integrationId}`;

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 2 }), startOwnPlatform()]);
    call = oldClient(platform.ready.baseUrl, platform.ready.apiKey);
  });
  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
  });

  it('checks strictly: a missing field, an unknown value, a time without offset and a similar status are faults', async () => {
    await expect(call('GET', '/projects', 201)).rejects.toThrow('only 201');
    await expect(call('GET', P, 200, { wants: { ...(shapes.project as object), colour: 'text' } })).rejects.toThrow(
      'colour',
    );
    await expect(call('GET', P, 200, { wants: { name: ['other'] } })).rejects.toThrow('one of other');
    await expect(call('GET', P, 200, { wants: { name: 'time' } })).rejects.toThrow('a time');
  });

  it('reads projects', async () => {
    await call('GET', '/projects', 200, { wants: { list: shapes.project } });
    await call('GET', P, 200, { wants: shapes.project });
    const body = { updateMask: ['appName'], project: { appName: 'Demo app' } };
    await call('PATCH', P, 200, { wants: shapes.project, body });
  });

  it('reads providers; each has providerOpts, and a kind of sign-in that the client knows', async () => {
    for (const name of ['sandbox', 'sandboxOAuth', 'hubspot', 'salesforce', 'stripe'])
      await call('GET', `/providers/${name}`, 200, { wants: shapes.providerInfo });
  });

  it('manages destinations', async () => {
    const body = { name: 'main', type: 'webhook', metadata: { url: `${sandbox.url}/hook` } };
    const { id } = await call<Named>('POST', `${P}/destinations`, 201, { wants: shapes.destination, body });
    await call('GET', `${P}/destinations`, 200, { wants: { list: shapes.destination } });
    await call('GET', `${P}/destinations/${id}`, 200, { wants: shapes.destination });
    const change = { updateMask: ['metadata.url'], destination: { metadata: { url: `${sandbox.url}/other` } } };
    await call('PATCH', `${P}/destinations/${id}`, 200, { wants: shapes.destination, body: change });
    const spare = await call<Named>('POST', `${P}/destinations`, 201, { body: { ...body, name: 'spare' } });
    await call('DELETE', `${P}/destinations/${spare.id}`, 204);
  });

  it('deploys and reads integrations', async () => {
    const body = { sourceYaml: manifest('crm') };
    const deployed = { wants: { list: shapes.integration }, body };
    const [integration] = await call<Named[]>('PUT', `${P}/integrations:batch`, 200, deployed);
    integrationId = integration?.id ?? '';
    await call('GET', `${P}/integrations`, 200, { wants: { list: shapes.integration } });
    await call('GET', I(), 200, { wants: shapes.integration });
    await call('POST', `${I()}/revisions`, 201, { body });
  });

  it('creates and deletes an integration, and requests an upload URL', async () => {
    const content = {
      read: { objects: [{ objectName: 'deals', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    };
    const body = { name: 'other', provider: 'sandbox', latestRevision: { specVersion: '1.0.0', content } };
    await call('POST', `${P}/integrations`, 201, { body });
    await call('DELETE', `${P}/integrations/other`, 204);
    await call('GET', '/generate-upload-url', 200, { wants: shapes.uploadUrl });
  });

  it('manages provider apps; a new one returns 200', async () => {
    const body = {
      provider: 'sandboxOAuth',
      clientId: 'sandbox-client',
      clientSecret: 'sandbox-secret',
      scopes: ['crm.read'],
    };
    const { id } = await call<Named>('POST', `${P}/provider-apps`, 200, { wants: shapes.providerApp, body });
    await call('GET', `${P}/provider-apps`, 200, { wants: { list: shapes.providerApp } });
    const change = { updateMask: ['externalRef'], providerApp: { externalRef: 'x' } };
    await call('PATCH', `${P}/provider-apps/${id}`, 200, { wants: shapes.providerApp, body: change });
  });

  it('requests a sign-in with the former name of the project parameter, and reads text although it does not accept it', async () => {
    const who = { provider: 'sandboxOAuth', groupRef: 'g', consumerRef: 'c' };
    const body = { ...who, projectId: 'demo', providerMetadata: { baseUrl: sandbox.url } };
    const url = await call<string>('POST', '/oauth-connect', 200, { body, accept: 'text' });
    expect((await pressContinue(new URL(url))).searchParams.get('state')).toBeTruthy();
  });

  it('creates and reads connections', async () => {
    const who = { provider: 'sandbox', groupRef: 'g', consumerRef: 'c' };
    const body = {
      ...who,
      apiKey: 'sandbox-key',
      providerMetadata: { baseUrl: { value: sandbox.url, source: 'input' } },
    };
    const made = await call<Named>('POST', `${P}/connections:generate`, 201, { wants: shapes.connection, body });
    connectionId = made.id;
    await call('GET', `${P}/connections?groupRef=g&provider=sandbox`, 200, { wants: { list: shapes.connection } });
    await call('GET', `${P}/connections/${connectionId}`, 200, { wants: shapes.connection });
    const change = { updateMask: ['providerWorkspaceRef'], connection: { providerWorkspaceRef: 'w' } };
    await call('PATCH', `${P}/connections/${connectionId}`, 200, { wants: shapes.connection, body: change });
  });

  it('reads a revision with the fields of the account, and the fields of an object', async () => {
    const [integration] = await call<{ latestRevision: Named }[]>('GET', `${P}/integrations`, 200);
    const revision = `${I()}/revisions/${integration?.latestRevision.id}`;
    const wants = shapes.hydratedRevision;
    await call('GET', `${revision}:hydrate?connectionId=${connectionId}`, 200, { wants });
    const path = `${P}/providers/sandbox/objects/contacts/metadata?groupRef=g`;
    await call('GET', path, 200, { wants: shapes.objectMetadata });
  });

  it('creates and reads installations, without a consumer in the request', async () => {
    const content = { provider: 'sandbox', read: { objects: { companies: { objectName: 'companies' } } } };
    const body = { groupRef: 'g', config: { content } };
    const made = await call<Named>('POST', `${I()}/installations`, 201, { wants: shapes.installation, body });
    installationId = made.id;
    await call('GET', `${I()}/installations?groupRef=g`, 200, { wants: { list: shapes.installation } });
    await call('GET', `${P}/installations`, 200, { wants: { list: shapes.installation } });
    await call('GET', `${I()}/installations/${installationId}`, 200, { wants: shapes.installation });
    const metadata = `${I()}/objects/companies/metadata?groupRef=g`;
    await call('GET', metadata, 200, { wants: shapes.objectMetadata });
    const change = { updateMask: ['config.content.read.objects.companies'], installation: { config: { content } } };
    await call('PATCH', `${I()}/installations/${installationId}`, 200, { wants: shapes.installation, body: change });
  });

  it('reads operations and their logs', async () => {
    await aBuilder(platform).allFinished(integrationId, installationId, 1);
    const path = `${I()}/installations/${installationId}/operations?pageSize=200`;
    const { results } = await call<{ results: Named[] }>('GET', path, 200, { wants: shapes.operations });
    const [{ id } = { id: '' }] = results;
    await call('GET', `${P}/operations/${id}`, 200, { wants: shapes.operation });
    await call('GET', `${P}/operations/${id}/logs`, 200, { wants: { list: shapes.log } });
  });

  it('deletes what it created, accepting only problem documents', async () => {
    await call('DELETE', `${I()}/installations/${installationId}`, 204);
    const apps = await call<Named[]>('GET', `${P}/provider-apps`, 200);
    for (const { id } of apps) await call('DELETE', `${P}/provider-apps/${id}`, 204);
  });

  it('gets a problem document with its status for a failure, whatever it accepts', async () => {
    await expect(call('GET', `${P}/operations/none`, 200)).rejects.toThrow('"status":404');
    await expect(call('DELETE', `${P}/destinations/none`, 204)).rejects.toThrow('"status":404');
  });
});
