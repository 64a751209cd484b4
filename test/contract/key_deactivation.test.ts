import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settings as gatewaySettings } from '../../gateway/config.ts';
import { start as startGateway } from '../../gateway/gateway.ts';
import { readSettings } from '../../lib/config/settings.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import { inProcessBus } from '../../lib/events/in_process_bus.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { RunningProcess } from '../../lib/process/run_process.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { settings } from '../../services/identity/config.ts';
import { start as startIdentity } from '../../services/identity/service.ts';
import { aBuilder, succeeded } from '../support/builder.ts';
import { aSigner } from '../support/customers.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { request } from '../support/platform.ts';
import { sharedTrust } from '../support/trust.ts';

/** The bound in docs/behaviour/access.md: the default cache time of a replica that was not notified. Ms. */
const BOUND_MS = 1_000;
const TOKEN = 'key-deactivation';
const deps = { log: silentLog, clock: systemClock, newId, bus: inProcessBus() };

/** Two gateways of one deployment with separate caches and one identity. */
forEachEngine((engine) => {
  describe('a key that was deactivated through one gateway', () => {
    let database: TestDatabase;
    let identity: RunningProcess;
    let gateways: RunningProcess[];
    let first: string;

    beforeAll(async () => {
      database = await engine.open();
      const shared = {
        CAUSEWAY_IDENTITY_HOST: '127.0.0.1',
        CAUSEWAY_IDENTITY_PORT: '0',
        CAUSEWAY_IDENTITY_DATABASE_URL: database.url,
        CAUSEWAY_INTERNAL_TOKEN: TOKEN,
        CAUSEWAY_KEYRING: newKeyring(),
        CAUSEWAY_GATEWAY_HOST: '127.0.0.1',
        PORT: '0',
      };
      identity = await startIdentity(readSettings(settings, shared), {
        ...deps,
        trust: sharedTrust('identity', TOKEN),
      });
      const config = readSettings(gatewaySettings, { ...shared, CAUSEWAY_IDENTITY_ADDRESS: identity.address });
      const gatewayDeps = { ...deps, trust: sharedTrust('gateway', TOKEN) };
      gateways = await Promise.all([startGateway(config, gatewayDeps), startGateway(config, gatewayDeps)]);
      const client = rpcClient('identity', { address: identity.address, trust: gatewayDeps.trust });
      const made = await client.ensureBootstrap(systemCall('test', deps, 120_000), {
        orgLabel: 'Demo',
        projectName: 'demo',
      });
      first = made.apiKey;
      client.close();
    });
    afterAll(async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await identity.stop();
      await database.close();
    });

    const at = (gateway: RunningProcess | undefined, method: string, path: string, key: string, body?: unknown) =>
      request(`http://${gateway?.address}`, method, `/v1/projects/demo${path}`, {
        headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const use = async (gateway: RunningProcess | undefined, key: string) => (await at(gateway, 'GET', '', key)).status;
    const useToken = async (gateway: RunningProcess | undefined, token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await request(`http://${gateway?.address}`, 'GET', '/v1/projects/demo', { headers })).status;
    };

    /**
     * Refused at once by the first gateway, and by the other when it is asked after the bound; `status` sends a request to a gateway.
     */
    async function expectRefused(status: (gateway: RunningProcess | undefined) => Promise<number>): Promise<void> {
      const since = Date.now();
      expect(await status(gateways[0])).toBe(401);
      for (let sent = Date.now(); (await status(gateways[1])) !== 401; sent = Date.now()) {
        expect(sent - since).toBeLessThan(BOUND_MS);
        await sleep(20);
      }
    }

    async function aKeyBothKnow(): Promise<string> {
      const { body } = await at(gateways[0], 'POST', '/api-keys', first, { label: 'for a while' });
      const key = String(body['key']);
      for (const gateway of gateways) expect(await use(gateway, key)).toBe(200);
      return key;
    }

    it.each([
      [
        'deactivated',
        (key: string) =>
          at(gateways[0], 'PATCH', `/api-keys/${key}`, first, { updateMask: ['active'], apiKey: { active: false } }),
      ],
      ['deleted', (key: string) => at(gateways[0], 'DELETE', `/api-keys/${key}`, first)],
    ])('is refused there at once, and elsewhere within the documented bound, when %s', async (_how, end) => {
      const key = await aKeyBothKnow();
      expect([200, 204]).toContain((await end(key)).status);
      await expectRefused((gateway) => use(gateway, key));
    });

    it('invalidates its tokens when it is a JWT key', async () => {
      const ready = { apiKey: first, project: { name: 'demo' } };
      const builder = aBuilder({ origin: `http://${gateways[0]?.address}`, ready });
      const { kid, sign } = await aSigner(builder);
      const token = sign({ groupRef: 'g', consumerRef: 'c' });
      for (const gateway of gateways) expect(await useToken(gateway, token)).toBe(200);
      succeeded(await builder.call('PATCH', `/jwt-keys/${kid}`, { updateMask: ['active'], jwtKey: { active: false } }));
      await expectRefused((gateway) => useToken(gateway, token));
    });
  });
});
