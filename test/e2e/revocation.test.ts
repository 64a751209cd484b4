import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import type { TestPlatform } from '../support/platform.ts';
import { signIn } from '../support/sign_in.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

type Tokens = { oauth2AuthorizationCode: Record<'accessToken' | 'refreshToken', { token: string }> };
type News = { data: { connectionId: string } };

describe('tokens of a deleted connection', () => {
  let stage: Stage;
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    stage = await startStage(
      { records: 3 },
      {
        CAUSEWAY_INSTALLATION_REVOCATION_RETRY_MS: '50',
        CAUSEWAY_INSTALLATION_REVOCATION_ROUND_MS: '100',
      },
    );
    ({ platform, builder, sandbox, receiver } = stage);
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    await builder.routeEvents('news', stage.destinationId, ['connection.deleted']);
    const app = { provider: 'sandboxOAuth', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await builder.call('POST', '/provider-apps', { ...app, scopes: ['crm.read', 'offline_access'] }));
    integrationId = await builder.deploy({
      name: 'crm',
      provider: 'sandboxOAuth',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
  });
  beforeEach(() => sandbox.control.clearFaults());

  afterAll(() => stage.stop());

  async function connected(groupRef: string): Promise<{ id: string; refreshToken: string }> {
    const id = await signIn(builder, sandbox, { groupRef });
    const { oauth2AuthorizationCode: tokens } = await builder.get<Tokens>(
      `/connections/${id}?includeRefreshToken=true`,
    );
    return { id, refreshToken: tokens.refreshToken.token };
  }

  /** Whether the provider still accepts the token, according to itself. */
  async function isActive(token: string): Promise<boolean> {
    const answer = await fetch(`${sandbox.url}/oidc/token/introspection`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('sandbox-client:sandbox-secret').toString('base64')}` },
      body: new URLSearchParams({ token }),
    });
    return ((await answer.json()) as { active: boolean }).active;
  }

  async function revocationsLeft(): Promise<number> {
    const db = openDatabase(platform.databaseUrl('installation'));
    const rows: unknown[] = await db('revocations')
      .select('id')
      .finally(() => db.destroy());
    return rows.length;
  }
  const requests = () => sandbox.control.stats().requests['revocation'] ?? {};

  it('are revoked at the provider, and stored nowhere', async () => {
    const { id, refreshToken } = await connected('gone');
    expect(await isActive(refreshToken)).toBe(true);
    expect((await builder.call('DELETE', `/connections/${id}`)).status).toBe(204);
    await eventually(async () => expect(await isActive(refreshToken)).toBe(false));
    await eventually(async () => expect(await revocationsLeft()).toBe(0));
    await eventually(async () =>
      expect(
        (receiver.notifications('connection.deleted') as News[]).filter(({ data }) => data.connectionId === id),
      ).toHaveLength(1),
    );
  });

  it('are revoked when the connection is deleted with its last installation', async () => {
    const { id, refreshToken } = await connected('uninstalls');
    const installationId = await builder.installed(
      integrationId,
      'uninstalls',
      { contacts: {} },
      { provider: 'sandboxOAuth' },
    );
    expect((await builder.call('DELETE', `/connections/${id}`)).status).toBe(409);
    expect(await isActive(refreshToken)).toBe(true);
    succeeded(await builder.call('DELETE', `/integrations/${integrationId}/installations/${installationId}`));
    expect((await builder.call('GET', `/connections/${id}`)).status).toBe(404);
    await eventually(async () => expect(await isActive(refreshToken)).toBe(false));
  });

  it('do not delay the deletion while the provider is down, and are revoked later', async () => {
    const { id, refreshToken } = await connected('patient');
    sandbox.control.addFault({ kind: '500', object: 'revocation', times: 2 });
    expect((await builder.call('DELETE', `/connections/${id}`)).status).toBe(204);
    expect((await builder.call('GET', `/connections/${id}`)).status).toBe(404);
    await eventually(async () => expect(await isActive(refreshToken)).toBe(false));
    expect(requests()['500']).toBe(2);
    await eventually(async () => expect(await revocationsLeft()).toBe(0));
  });

  it('are dropped when the provider refuses to revoke them', async () => {
    const { id } = await connected('refused');
    sandbox.control.addFault({ kind: '401', object: 'revocation', times: 1 });
    expect((await builder.call('DELETE', `/connections/${id}`)).status).toBe(204);
    await eventually(async () => expect(platform.log()).toContain('token revocation given up'));
    await eventually(async () => expect(await revocationsLeft()).toBe(0));
    expect(requests()['401']).toBe(1);
  });

  it('are revoked with the credentials of an app that is deleted right after', async () => {
    const other = { provider: 'sandboxOAuth', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    const [app] = await builder.get<{ id: string }[]>('/provider-apps');
    const { id, refreshToken } = await connected('last');
    for (const { id: left } of await builder.get<{ id: string }[]>('/connections'))
      if (left !== id) succeeded(await builder.call('DELETE', `/connections/${left}`));
    sandbox.control.addFault({ kind: '500', object: 'revocation', times: 1 });
    succeeded(await builder.call('DELETE', `/connections/${id}`));
    succeeded(await builder.call('DELETE', `/provider-apps/${app?.id}`));
    await eventually(async () => expect(await isActive(refreshToken)).toBe(false));
    succeeded(await builder.call('POST', '/provider-apps', { ...other, scopes: ['crm.read', 'offline_access'] }));
  });

  it('are not sent to a provider without revocation', async () => {
    const before = requests();
    const { id } = await builder.connect(sandbox, 'by-key');
    succeeded(await builder.call('DELETE', `/connections/${id}`));
    expect([await revocationsLeft(), requests()]).toEqual([0, before]);
  });
});
