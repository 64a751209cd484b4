import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { importableTokens } from '../support/importable_tokens.ts';
import type { TestPlatform } from '../support/platform.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

/** The sandbox credentials; they must not appear anywhere. */
const CANARY = {
  apiKey: 'canary-key-6f1d0c0b',
  password: 'canary-password-8e2a7b',
  clientSecret: 'canary-secret-b71c44e9',
};

describe('connections', () => {
  let stage: Stage;
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  /** Secrets that the tests collect and that must not appear anywhere. */
  const secrets: string[] = Object.values(CANARY);

  beforeAll(async () => {
    const keys = { apiKey: CANARY.apiKey, basic: `sandbox:${CANARY.password}`, clientSecret: CANARY.clientSecret };
    stage = await startStage({ records: 3, ...keys });
    ({ platform, builder, sandbox, receiver } = stage);
    secrets.push(platform.ready.apiKey);
    secrets.push(await builder.signingKey('main'));
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    succeeded(
      await builder.call('POST', '/provider-apps', {
        provider: 'sandboxOAuth',
        clientId: 'sandbox-client',
        clientSecret: CANARY.clientSecret,
        scopes: ['crm.read', 'offline_access'],
      }),
    );
  });

  afterAll(() => stage.stop());

  const ways: [string, string, string, () => Promise<Record<string, unknown>> | Record<string, unknown>][] = [
    ['an API key', 'sandbox', 'apiKey', () => ({ apiKey: CANARY.apiKey })],
    [
      'user name and password',
      'sandboxBasic',
      'basic',
      () => ({ basicAuth: { username: 'sandbox', password: CANARY.password } }),
    ],
    [
      'client credentials',
      'sandboxClient',
      'oauth2/clientCredentials',
      () => ({
        oauth2ClientCredentials: {
          clientId: 'sandbox-client',
          clientSecret: CANARY.clientSecret,
          scopes: ['crm.read'],
        },
      }),
    ],
    [
      'imported tokens',
      'sandboxOAuth',
      'oauth2/authorizationCodePKCE',
      async () => {
        const tokens = await importableTokens(sandbox, platform.origin, CANARY.clientSecret);
        secrets.push(tokens.accessToken, tokens.refreshToken);
        return {
          oauth2AuthorizationCode: {
            accessToken: {
              token: tokens.accessToken,
              issuedAt: new Date().toISOString(),
              expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
            },
            refreshToken: { token: tokens.refreshToken },
            scopes: ['crm.read', 'offline_access'],
          },
        };
      },
    ],
  ];

  it.each(ways)('read with %s', async (_what, provider, authScheme, credentials) => {
    const groupRef = `group-${provider}`;
    const connection = await builder.connect(sandbox, groupRef, {
      provider,
      groupName: 'Group',
      consumerName: 'Person',
      ...(await credentials()),
    });
    expect(connection).toMatchObject({
      provider,
      authScheme,
      // Imported tokens are not asked with.
      ...(provider === 'sandboxOAuth'
        ? { status: 'created', isVerified: false }
        : { status: 'working', isVerified: true }),
      projectId: platform.ready.project.id,
      group: { groupRef, groupName: 'Group' },
      consumer: { consumerRef: 'person', consumerName: 'Person' },
    });
    const integrationId = await builder.deploy({
      name: `in-${provider}`,
      provider,
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'main',
            requiredFields: [{ fieldName: 'id' }],
            backfill: { defaultPeriod: { fullHistory: true } },
          },
        ],
      },
    });
    const installationId = await builder.installed(integrationId, groupRef, { contacts: {} }, { provider });
    const [backfill] = await builder.allFinished(integrationId, installationId, 1);
    expect(backfill).toMatchObject({ status: 'success', metadata: { progress: { recordsProcessed: 3 } } });
    await expect(waitForStatus(connection.id, 'working')).resolves.toBeUndefined();
  });

  async function waitForStatus(id: string, status: string): Promise<void> {
    for (const end = performance.now() + 5_000; performance.now() < end; ) {
      if ((await builder.get<{ status: string }>(`/connections/${id}`)).status === status) return;
    }
    throw new Error(`The connection ${id} is not ${status}.`);
  }

  it('are listed by provider, group and consumer, newest first', async () => {
    const all = await builder.get<{ provider: string; createTime: string }[]>('/connections');
    expect(all.map(({ provider }) => provider)).toEqual(['sandboxOAuth', 'sandboxClient', 'sandboxBasic', 'sandbox']);
    expect(await builder.get('/connections?provider=sandbox&groupRef=group-sandbox&consumerRef=person')).toHaveLength(
      1,
    );
    expect(await builder.get('/connections?provider=sandbox&groupRef=group-sandboxBasic')).toEqual([]);
  });

  it('refuse credentials of another kind than the provider accepts', async () => {
    const wrong: [string, Record<string, unknown>][] = [
      ['sandbox', { basicAuth: { username: 'a', password: 'b' } }],
      ['sandbox', { oauth2ClientCredentials: { clientId: 'a', clientSecret: 'b' } }],
      ['sandboxBasic', { apiKey: 'k' }],
      ['sandboxClient', { apiKey: 'k' }],
      ['sandboxOAuth', { oauth2ClientCredentials: { clientId: 'a', clientSecret: 'b' } }],
      ['nowhere', { apiKey: 'k' }],
    ];
    for (const [provider, credentials] of wrong) {
      const answer = await builder.call('POST', '/connections:generate', {
        provider,
        groupRef: 'wrong',
        consumerRef: 'c',
        providerMetadata: { baseUrl: sandbox.url },
        ...credentials,
      });
      expect([provider, answer.status]).toEqual([provider, 422]);
    }
    expect(await builder.get('/connections?groupRef=wrong')).toEqual([]);
  });

  it('refuse a request without credentials', async () => {
    const answer = await builder.call('POST', '/connections:generate', {
      provider: 'sandbox',
      groupRef: 'wrong',
      consumerRef: 'c',
    });
    expect([answer.status, answer.body['issues']]).toEqual([400, [expect.objectContaining({ name: 'apiKey' })]]);
  });

  it.each(['copied\n', ' padded', 'ключ', 'tab\tbed'])('refuse a key that cannot be sent: %j', async (apiKey) => {
    const answer = await builder.call('POST', '/connections:generate', {
      provider: 'sandbox',
      groupRef: 'wrong',
      consumerRef: 'c',
      providerMetadata: { baseUrl: sandbox.url },
      apiKey,
    });
    expect([answer.status, answer.body['issues']]).toEqual([400, [expect.objectContaining({ name: 'apiKey' })]]);
  });

  it('verify a password with the provider, if its file says how', async () => {
    const body = { provider: 'sandboxBasic', groupRef: 'wrong', consumerRef: 'c' };
    const providerMetadata = { baseUrl: sandbox.url };
    const basicAuth = { username: 'sandbox', password: 'not-the-password' };
    const answer = await builder.call('POST', '/connections:generate', { ...body, providerMetadata, basicAuth });
    expect(answer.status).toBe(422);
    expect(answer.text).not.toContain('not-the-password');
    expect(await builder.get('/connections?groupRef=wrong')).toEqual([]);
  });

  it('have the fields that clients need, and the workspace in both of its fields', async () => {
    const providerMetadata = { baseUrl: sandbox.url, workspace: { value: 'acme' } };
    const { id } = await builder.connect(sandbox, 'shape', { apiKey: CANARY.apiKey, providerMetadata });
    const party = { projectId: platform.ready.project.id, createTime: expect.stringMatching(/Z$/) };
    expect(await builder.get(`/connections/${id}`)).toMatchObject({
      id,
      projectId: platform.ready.project.id,
      provider: 'sandbox',
      authScheme: 'apiKey',
      status: 'working',
      isVerified: true,
      createTime: expect.stringMatching(/Z$/),
      group: { ...party, groupRef: 'shape', groupName: 'shape' },
      consumer: { ...party, consumerRef: 'person', consumerName: expect.any(String) },
      providerWorkspaceRef: 'acme',
      providerMetadata: {
        baseUrl: { value: sandbox.url, source: 'input' },
        workspace: { value: 'acme', source: 'input' },
      },
    });
    expect((await builder.call('DELETE', `/connections/${id}`)).status).toBe(204);
  });

  it('refuse client credentials that the provider rejects', async () => {
    const answer = await builder.call('POST', '/connections:generate', {
      provider: 'sandboxClient',
      groupRef: 'wrong',
      consumerRef: 'c',
      providerMetadata: { baseUrl: sandbox.url },
      oauth2ClientCredentials: { clientId: 'sandbox-client', clientSecret: 'not-the-secret', scopes: ['crm.read'] },
    });
    expect(answer.status).toBe(422);
    expect(answer.text).not.toContain('not-the-secret');
  });

  it('name the variable that the provider needs and the request lacks', async () => {
    const answer = await builder.call('POST', '/connections:generate', {
      provider: 'zendeskSupport',
      groupRef: 'wrong',
      consumerRef: 'c',
      oauth2AuthorizationCode: { accessToken: { token: 't' } },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('workspace');
  });

  it.each([
    ['a trailing space', 'acme '],
    ['a control character', 'ac\u0007me'],
    ['a zero-width character', 'ac\u200bme'],
    ['nothing', ''],
  ])('refuse a groupRef with %s', async (_what, groupRef) => {
    const answer = await builder.call('POST', '/connections:generate', {
      provider: 'sandbox',
      groupRef,
      consumerRef: 'c',
      apiKey: 'k',
    });
    expect([answer.status, JSON.stringify(answer.body['issues'])]).toEqual([400, expect.stringContaining('groupRef')]);
  });

  it('return credentials only on request', async () => {
    const [byKey] = await builder.get<{ id: string }[]>('/connections?provider=sandbox');
    const [byTokens] = await builder.get<{ id: string }[]>('/connections?provider=sandboxOAuth');
    expect(await builder.get(`/connections/${byKey?.id}?includeCreds=true`)).toMatchObject({ apiKey: CANARY.apiKey });
    const withAccess = await builder.get<{ oauth2AuthorizationCode: object }>(
      `/connections/${byTokens?.id}?includeCreds=true`,
    );
    expect(withAccess.oauth2AuthorizationCode).toMatchObject({ accessToken: { token: expect.any(String) } });
    expect(withAccess.oauth2AuthorizationCode).not.toHaveProperty('refreshToken');
    const withBoth = await builder.get<{ oauth2AuthorizationCode: object }>(
      `/connections/${byTokens?.id}?includeRefreshToken=true`,
    );
    expect(withBoth.oauth2AuthorizationCode).toMatchObject({
      accessToken: { token: expect.any(String) },
      refreshToken: { token: expect.any(String) },
    });
  });

  it('keep credentials out of every answer that did not request them', async () => {
    const paths = ['/connections', '/installations', '/integrations', '/provider-apps', '/destinations', '/topics'];
    const [connection] = await builder.get<{ id: string }[]>('/connections?provider=sandboxOAuth');
    for (const path of [...paths, `/connections/${connection?.id}`])
      expectNone((await builder.call('GET', path)).text, path);
    for (const integration of await builder.get<{ id: string }[]>('/integrations')) {
      for (const installation of await builder.get<{ id: string }[]>(`/integrations/${integration.id}/installations`)) {
        for (const operation of await builder.listOperations(integration.id, installation.id)) {
          expectNone(JSON.stringify(await builder.logs(operation.id)), 'an operation log');
        }
      }
    }
    for (const { body } of receiver.messages) expectNone(body, 'a webhook');
  });

  it('keep credentials out of the log and the databases', async () => {
    // A refused read logs more than a successful one.
    sandbox.control.addFault({ kind: '401', object: 'contacts', times: 5 });
    const { id } = await builder.get<{ id: string }>('/integrations/in-sandbox');
    const refused = await builder.finished(await builder.trigger(id, 'contacts', 'group-sandbox'));
    expect(refused).toMatchObject({ status: 'failure', result: expect.stringContaining('credentials') });
    sandbox.control.clearFaults();
    for (const file of filesBelow(platform.dataDir)) expectNone(readFileSync(file, 'latin1'), file);
  });

  it('refuse the deletion of a connection in use, and delete an unused one', async () => {
    const [used] = await builder.get<{ id: string }[]>('/connections?provider=sandbox');
    const refused = await builder.call('DELETE', `/connections/${used?.id}`);
    expect([refused.status, refused.type]).toEqual([409, 'application/problem+json']);
    const { id } = await builder.connect(sandbox, 'lonely', { apiKey: CANARY.apiKey });
    expect((await builder.call('DELETE', `/connections/${id}`)).status).toBe(204);
    expect((await builder.call('GET', `/connections/${id}`)).status).toBe(404);
    expect((await builder.call('DELETE', `/connections/${id}`)).status).toBe(404);
  });

  /** Also checks the encodings in which secrets often leak. */
  function expectNone(text: string, where: string): void {
    const basic = Buffer.from(`sandbox:${CANARY.password}`).toString('base64');
    const found = [...secrets, basic]
      .flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      ])
      .filter((secret) => text.includes(secret));
    expect([where, found]).toEqual([where, []]);
  }
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : statSync(path).isFile() ? [path] : []));
}
