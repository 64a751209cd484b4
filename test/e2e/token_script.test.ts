import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../../embedded/platform.ts';
import { aVisitor } from '../support/console_visitor.ts';
import { request } from '../support/platform.ts';

const run = promisify(execFile);

/** A person at a terminal, beside a running platform of the embedded form. */
describe('npm run token', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-token-'));
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ dataDir, port: 0, logLevel: 'error', environment: {} });
  });
  afterAll(async () => {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function tokenOf(...words: string[]): Promise<string> {
    const environment = { ...process.env, CAUSEWAY_DATA_DIR: dataDir };
    const { stdout } = await run(process.execPath, ['dist/scripts/token.js', ...words], { env: environment });
    return stdout.trim();
  }
  const send = (token: string, method: string, path: string, body?: object) =>
    request(platform.origin, method, `/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('prints a token of the first builder, or of the person with a given address, who can accept an invite', async () => {
    const owner = await tokenOf();
    expect((await send(owner, 'GET', '/my-info')).body['orgRole']).toMatchObject({ role: 'owner' });
    await send(owner, 'POST', `/orgs/${platform.ready.orgId}/invites`, { email: 'ada@example.com' });
    const accept = (token: string) => send(token, 'POST', '/invites:accept', { invitedEmail: 'ada@example.com' });
    const ada = ['--email', 'Ada@example.com', '--name', 'Ada King Lovelace'];
    expect((await accept(await tokenOf(...ada, '--unverified'))).status).toBe(404);
    const { status, body } = await accept(await tokenOf(...ada));
    expect([status, body['builder']]).toEqual([
      200,
      expect.objectContaining({ firstName: 'Ada', lastName: 'King Lovelace', primaryEmail: 'ada@example.com' }),
    ]);
  });

  it('prints a link to the console, which signs that person in once', async () => {
    const link = async (...words: string[]) => new URL(await tokenOf('--link', ...words));
    const ofAda = await link('--email', 'ada@example.com');
    expect(ofAda.pathname).toBe('/console/sign-in');
    const token = ofAda.hash.slice('#token='.length);
    const visitor = aVisitor(platform);
    expect((await visitor.post('/console/session/link', { token })).status).toBe(204);
    expect((await visitor.post('/console/session')).body).toMatchObject({ builder: { email: 'ada@example.com' } });
    expect((await visitor.post('/console/session/link', { token })).status).toBe(401);
    const first = aVisitor(platform);
    await first.post('/console/session/link', { token: (await link()).hash.slice('#token='.length) });
    expect((await first.post('/console/session')).body).toMatchObject({ builder: { fullName: 'First Builder' } });
  });
});
