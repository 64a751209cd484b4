import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../../embedded/platform.ts';
import { freePort } from '../../lib/process/free_port.ts';
import { request } from '../support/platform.ts';

const SANDBOXES = ['sandbox', 'sandboxBasic', 'sandboxClient', 'sandboxOAuth', 'sandboxSteps'];
const ADDRESS = { publicUrl: 'https://causeway.example', logLevel: 'error' as const };
const REMEDY = expect.stringContaining('CAUSEWAY_SANDBOX=1');

/** The embedded form of an operator who has set a public address and nothing else. */
describe('a platform with a public address', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-public-'));
  let platform: Platform;
  let origin: string;
  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    platform = await startPlatform({ dataDir, port, ...ADDRESS, environment: {} });
  });
  afterAll(async () => {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const send = (method: string, path: string, body?: object) =>
    request(origin, method, `/v1${path}`, {
      headers: { 'x-api-key': platform.ready.apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const parties = { groupRef: 'acme', consumerRef: 'ada' };

  it('S8: has no sandbox providers, and says how to get them', async () => {
    const { body } = await send('GET', '/providers');
    expect([Object.keys(body).length >= 238, SANDBOXES.filter((name) => name in body)]).toEqual([true, []]);
    for (const name of SANDBOXES) {
      const found = await send('GET', `/providers/${name}`);
      expect([found.status, found.body['remedy']]).toEqual([404, REMEDY]);
    }
    const connection = { ...parties, provider: 'sandbox', apiKey: 'sandbox-key' };
    const made = await send('POST', '/projects/demo/connections:generate', connection);
    expect([made.status, made.body['remedy']]).toEqual([422, REMEDY]);
  });

  it('S18: lets no page of somebody’s own machine call', async () => {
    const { headers } = await request(origin, 'GET', '/v1/providers', { headers: { origin: 'http://localhost:3000' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('S8: sends the secret of a provider app to the hosts that the builder lists, and to no other', async () => {
    const app = { provider: 'coupa', clientId: 'c', clientSecret: 's', scopes: ['core.common.read'] };
    const bare = await send('POST', '/projects/demo/provider-apps', app);
    expect([bare.status, bare.body['issues']]).toEqual([422, [expect.objectContaining({ name: 'metadata.hosts' })]]);
    const metadata = { hosts: ['acme.coupahost.example'] };
    const made = await send('POST', '/projects/demo/provider-apps', { ...app, metadata });
    expect([made.status, made.body['metadata']]).toEqual([200, metadata]);
    const connect = (providerWorkspaceRef: string) =>
      send('POST', '/oauth-connect', { projectIdOrName: 'demo', provider: 'coupa', ...parties, providerWorkspaceRef });
    expect((await connect('acme.coupahost.example')).status).toBe(200);
    const stray = await connect('evil.example');
    expect([stray.status, stray.body['remedy']]).toEqual([422, expect.stringContaining('metadata.hosts')]);
  });
});
