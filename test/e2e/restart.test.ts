import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { type EmbeddedProcess, startEmbedded } from '../support/embedded_process.ts';
import { eventually } from '../support/eventually.ts';
import { request } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const RECORDS = 8_000;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('starting, stopping and restarting', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-restart-'));
  let sandbox: Sandbox;
  let receiver: Receiver;
  let first: EmbeddedProcess;
  let second: EmbeddedProcess;
  let integrationId: string;
  let connectionId: string;
  let signingKey: string;
  let operationId: string;

  beforeAll(async () => {
    [sandbox, receiver] = await Promise.all([startSandbox({ records: RECORDS }), startReceiver()]);
    first = await startEmbedded(dataDir);
  });

  afterAll(async () => {
    for (const running of [first, second]) running?.child.kill('SIGKILL');
    await receiver.stop();
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('writes the ready file with everything a script needs, readable only by its owner', () => {
    const { ready, origin } = first;
    expect(ready).toEqual({
      baseUrl: `${origin}/v1`,
      readUrl: `${origin}/read/v1`,
      writeUrl: `${origin}/write/v1`,
      searchUrl: `${origin}/search/v1`,
      proxyUrl: `${origin}/proxy`,
      orgId: expect.stringMatching(ID),
      project: { id: expect.stringMatching(ID), name: 'demo' },
      apiKey: expect.any(String),
      bearerToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      billingAccountId: expect.stringMatching(ID),
    });
    for (const file of ['ready.json', 'keyring']) expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
    expect(Number(new URL(origin).port)).toBeGreaterThan(0);
    process.stdout.write(`ready ${Math.round(first.startMs)} ms after npm start, on an empty folder\n`);
  });

  it('prints addresses, project, key and token', () => {
    const { project, apiKey, bearerToken, baseUrl, readUrl } = first.ready;
    for (const text of [project.name, project.id, apiKey, bearerToken, baseUrl, readUrl, 'Ctrl-C'])
      expect(first.output()).toContain(text);
  });

  it('accepts the key and the token', async () => {
    const { apiKey, bearerToken } = first.ready;
    const asKey = await request(first.origin, 'GET', '/v1/projects', { headers: { 'x-api-key': apiKey } });
    const asBearer = await request(first.origin, 'GET', '/v1/projects', {
      headers: { authorization: `Bearer ${bearerToken}` },
    });
    expect([asKey.status, asBearer.status]).toEqual([200, 200]);
  });

  it('stops on Ctrl-C in the middle of a read, and exits 0', async () => {
    const builder = aBuilder(first);
    await builder.addDestination('main', receiver);
    signingKey = await builder.signingKey('main');
    integrationId = await builder.deploy({
      name: 'crm',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    ({ id: connectionId } = await builder.connect(sandbox, 'g'));
    await builder.installed(integrationId, 'g', { contacts: {} });
    sandbox.control.addFault({ kind: 'slow', object: 'contacts', times: 8, delayMs: 250 });
    operationId = await builder.trigger(integrationId, 'contacts', 'g');
    await receiver.waitFor(() => receiver.records().size > 0, 20_000);
    const { code, ms } = await first.end('SIGINT');
    expect([code, first.output()]).toEqual([0, expect.not.stringMatching(/error|unhandled/i)]);
    expect(receiver.records().size).toBeLessThan(RECORDS);
    process.stdout.write(`stopped ${Math.round(ms)} ms after Ctrl-C, in the middle of a read\n`);
  });

  it('keeps project, key and data over a restart, and creates a new token', async () => {
    second = await startEmbedded(dataDir);
    process.stdout.write(`ready ${Math.round(second.startMs)} ms after npm start, on a folder in use\n`);
    const { bearerToken: _fresh, ...kept } = second.ready;
    const { orgId, project, apiKey, billingAccountId } = first.ready;
    expect(kept).toMatchObject({ orgId, project, apiKey, billingAccountId });
    const builder: Builder = aBuilder(second);
    expect(await builder.signingKey('main')).toBe(signingKey);
    expect(await builder.get(`/connections/${connectionId}?includeCreds=true`)).toMatchObject({
      apiKey: 'sandbox-key',
    });
    const old = await request(second.origin, 'GET', '/v1/projects', {
      headers: { authorization: `Bearer ${first.ready.bearerToken}` },
    });
    expect(old.status).toBe(200);
  });

  it('continues the read where it stopped, until every record has been delivered', async () => {
    const builder = aBuilder(second);
    expect(await builder.finished(operationId, 30_000)).toMatchObject({
      status: 'success',
      metadata: { progress: { recordsProcessed: RECORDS } },
    });
    await eventually(async () => expect(receiver.records().size).toBe(RECORDS), 20_000);
    expect((await builder.logs(operationId)).map(({ message }) => message.msg).join('\n')).toContain(
      'Resumed after page',
    );
    receiver.checkSameIdSameBody();
    expect(receiver.rejected).toEqual([]);
  });

  it('stops on SIGTERM as well, and uses the port in PORT', async () => {
    expect((await second.end('SIGTERM')).code).toBe(0);
    const port = await freePort();
    second = await startEmbedded(dataDir, { PORT: String(port) });
    expect(second.ready.baseUrl).toBe(`http://localhost:${port}/v1`);
    await expect(startEmbedded(mkdtempSync(join(dataDir, 'other-')), { PORT: String(port) })).rejects.toThrow(
      /EADDRINUSE|in use|taken/,
    );
    expect((await second.end('SIGINT')).code).toBe(0);
  });

  it('reports all wrong settings at once, and does not start', async () => {
    const wrong = { PORT: 'eighty', CAUSEWAY_LOG_LEVEL: 'loud', CAUSEWAY_READS_LEASE_MS: 'soon' };
    await expect(startEmbedded(mkdtempSync(join(dataDir, 'wrong-')), wrong)).rejects.toThrow(
      /exited with [1-9][\s\S]*PORT[\s\S]*CAUSEWAY_LOG_LEVEL/,
    );
  });
});
