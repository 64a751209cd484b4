import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettings } from '../../lib/config/settings.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import { inProcessBus } from '../../lib/events/in_process_bus.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { RunningProcess } from '../../lib/process/run_process.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { type RpcConnection, rpcClient } from '../../lib/rpc/client.ts';
import { sharedTrust } from '../../test/support/trust.ts';
import { settings } from './config.ts';
import { start } from './service.ts';

const LIFETIME = 60_000;
const clock = { time: 1_800_000_000_000, now: () => clock.time };
const bus = inProcessBus();
/** The TXT records of every name. */
let published: string[] = [];
let running: RunningProcess;
let client: RpcConnection<'identity'>;
let first: Awaited<ReturnType<typeof client.ensureBootstrap>>;
/** Real time on the wire: a deadline is measured against the machine's clock. */
const call = () => systemCall('test', { newId, clock: { now: Date.now } }, 120_000);

beforeAll(async () => {
  const config = readSettings(settings, {
    CAUSEWAY_IDENTITY_DATABASE_URL: 'sqlite::memory:',
    CAUSEWAY_IDENTITY_PORT: '0',
    CAUSEWAY_IDENTITY_HOST: '127.0.0.1',
    CAUSEWAY_IDENTITY_API_KEY_VALUES: 'masked',
    CAUSEWAY_IDENTITY_INVITE_LIFETIME_MS: String(LIFETIME),
    CAUSEWAY_INTERNAL_TOKEN: 't',
    CAUSEWAY_KEYRING: newKeyring(),
  });
  running = await start(config, {
    log: silentLog,
    clock,
    newId,
    bus,
    trust: sharedTrust('identity'),
    txtRecords: async () => ({ records: published }),
  });
  client = rpcClient('identity', { address: running.address, trust: sharedTrust('gateway') });
  first = await client.ensureBootstrap(call(), { orgLabel: 'Demo', projectName: 'demo' });
});
afterAll(async () => {
  client.close();
  await running.stop();
  await bus.close();
});

const owner = () => ({ builderId: first.builderId, keyOrgId: '', email: 'o@demo.example', emailVerified: true });

describe('the identity service over gRPC', () => {
  it('knows the first start’s key and builder, and what is theirs', async () => {
    const { apiKey, bearerToken, project } = first;
    expect(await client.authenticate(call(), { apiKey, projectIdOrName: 'demo' })).toMatchObject({
      scheme: 'apiKey',
      projectId: project?.id,
      projectName: 'demo',
    });
    expect(await client.authenticate(call(), { bearerToken, projectIdOrName: '' })).toMatchObject({
      scheme: 'builder',
      builderId: first.builderId,
      projectId: '',
    });
    await expect(client.authenticate(call(), { apiKey, projectIdOrName: 'other' })).rejects.toMatchObject({
      kind: 'notFound',
    });
  });

  it('shows an invite as expired once the time of the setting is over', async () => {
    const request = { actor: owner(), orgId: first.orgId };
    const { id: inviteId } = await client.createInvite(call(), { ...request, email: 'late@example.com' });
    clock.time += LIFETIME - 1;
    expect(await client.getInvite(call(), { ...request, inviteId })).toMatchObject({ status: 'pending' });
    clock.time += 1;
    expect(await client.getInvite(call(), { ...request, inviteId })).toMatchObject({ status: 'expired' });
    expect((await client.listInvites(call(), request)).invites).toEqual([
      expect.objectContaining({ id: inviteId, status: 'expired' }),
    ]);
  });

  it('S9: proves a claimed domain by the record that the claim shows', async () => {
    const claim = { actor: owner(), orgId: first.orgId, domain: 'https://www.proven.example/' };
    const { claimedDomain } = await client.claimDomain(call(), claim);
    expect(claimedDomain).toMatchObject({
      recordName: '_causeway.proven.example',
      createTime: clock.time,
      proveTime: 0,
    });
    await expect(client.verifyClaimedDomain(call(), claim)).rejects.toMatchObject({ kind: 'unprocessable' });
    published = [claimedDomain?.token ?? ''];
    const proven = await client.verifyClaimedDomain(call(), claim);
    expect(proven).toEqual({ ...claimedDomain, proveTime: clock.time });
    expect((await client.listClaimedDomains(call(), claim)).claimedDomains).toEqual([proven]);
  });

  it('shows a key whole once where the setting masks them', async () => {
    const projectId = first.project?.id ?? '';
    const { key } = await client.createApiKey(call(), { projectId, label: 'once', scopes: ['frontend'] });
    const { apiKeys } = await client.listApiKeys(call(), { projectId });
    const shown = apiKeys?.find(({ label }) => label === 'once');
    expect(shown).toMatchObject({ key: expect.stringContaining('****'), scopes: ['frontend'], active: true });
    expect(key).not.toContain('*');
    await client.deleteApiKey(call(), { projectId, key: shown?.key ?? '' });
    await expect(client.getApiKey(call(), { projectId, key })).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('answers a JWT key of another project like none, and removes one once', async () => {
    const projectId = first.project?.id ?? '';
    const publicKeyPem = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({
      type: 'spki',
      format: 'pem',
    }) as string;
    const { id: keyId } = await client.createJwtKey(call(), { projectId, label: 'signer', publicKeyPem });
    const absent = { kind: 'notFound', detail: 'There is no such JWT key.' };
    for (const one of [
      { projectId: newId(), keyId },
      { projectId, keyId: newId() },
    ]) {
      await expect(client.getJwtKey(call(), one)).rejects.toMatchObject(absent);
      await expect(client.deleteJwtKey(call(), one)).rejects.toMatchObject(absent);
    }
    expect(await client.getJwtKey(call(), { projectId, keyId })).toMatchObject({ label: 'signer', publicKeyPem });
    await client.deleteJwtKey(call(), { projectId, keyId });
    await expect(client.deleteJwtKey(call(), { projectId, keyId })).rejects.toMatchObject(absent);
  });

  it('sends a page of the org’s billing, until it is over', async () => {
    const { id: billingAccountId } = await client.getOrgBillingAccount(call(), {
      actor: owner(),
      orgId: first.orgId,
    });
    const request = { actor: owner(), billingAccountId, redirectUrl: 'https://app.example.com/', timeoutSeconds: 60 };
    const { url } = await client.openBillingSession(call(), request);
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect(await client.getBillingSession(call(), { token })).toMatchObject({
      org: { label: 'Demo' },
      projectCount: 1,
      redirectUrl: 'https://app.example.com/',
      isBranded: true,
    });
    clock.time += 60_000;
    await expect(client.getBillingSession(call(), { token })).rejects.toMatchObject({ kind: 'notFound' });
  });
});
