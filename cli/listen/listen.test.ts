import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { newSigningSecret, signedHeaders } from '../../lib/signature/webhook_signature.ts';
import { runCommandLine } from '../command_line.ts';

const KEY = newSigningSecret();
const RECORDS = {
  action: 'read',
  readType: 'backfill',
  objectName: 'person',
  groupRef: 'acme',
  resultInfo: { type: 'inline', numRecords: 4 },
  result: ['c1', 'c2', 'c3', 'c4'].map((id) => ({ fields: { id } })),
};
const LARGE = {
  ...RECORDS,
  resultInfo: { type: 'url', numRecords: 900, downloadUrl: 'http://x/results/1' },
  result: undefined,
};
const EVENT = { notificationType: 'installation.created', data: { groupRef: 'acme' } };

/** Starts `causeway listen`; resolves when it listens. */
async function listening(...args: string[]) {
  const said = { out: '', err: '' };
  let started: (url: string) => void = () => undefined;
  const url = new Promise<string>((resolve) => (started = resolve));
  const ended = runCommandLine(['listen', '--signing-key', KEY, ...args], {
    stream: async () => {},
    out: (text) => (said.out += text),
    err: (text) => {
      said.err += text;
      const [, address] = /^Listening at (\S+?)\. /m.exec(said.err) ?? [];
      if (address) started(address);
    },
  });
  return { said, ended, url: await url };
}

async function send(url: string, id: string, message: object | string, { secret = KEY, seconds = now() } = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const headers = signedHeaders({ secrets: [secret], messageId: id, timestampSeconds: seconds, body });
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

function now(): number {
  return Math.floor(Date.now() / 1_000);
}

describe('causeway listen', () => {
  it('prints type, object, count, ids and group of each verified message, and answers 204', async () => {
    const { said, ended, url } = await listening('--exit-after', '4');
    expect(await send(url, 'm-1', RECORDS)).toBe(204);
    expect(await send(url, 'm-1', RECORDS)).toBe(204);
    expect(await send(url, 'm-2', LARGE)).toBe(204);
    expect(await send(url, 'm-3', EVENT)).toBe(204);
    expect(await ended).toBe(0);
    const lines = said.out.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(10))).toEqual([
      'verified  backfill  person  4 records  (c1, c2, c3, …)  of acme  message m-1',
      'verified  backfill  person  4 records  (c1, c2, c3, …)  of acme  message m-1  again',
      'verified  backfill  person  900 records  to download from http://x/results/1  of acme  message m-2',
      'verified  event  installation.created  of acme  message m-3',
    ]);
    expect(said.err).toContain('4 messages with 904 records verified, 0 refused.');
  });

  it('answers 401 to what it cannot verify, says why, shows nothing of it, and ends with 1', async () => {
    const { said, ended, url } = await listening('--exit-after', '1');
    expect(await send(url, 'm-1', RECORDS, { secret: newSigningSecret() })).toBe(401);
    expect(await send(url, 'm-2', RECORDS, { seconds: now() - 4_000 })).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(url)).status).toBe(405);
    expect(await send(url, 'm-3', EVENT)).toBe(204);
    expect(await ended).toBe(1);
    const refused = said.out.split('\n').filter((line) => line.includes('REFUSED'));
    expect(refused).toEqual([
      expect.stringContaining('No signature was made with the signing key of this destination'),
      expect.stringContaining('more than 300 s'),
      expect.stringContaining('The header webhook-id is missing.'),
    ]);
    expect(said.out).not.toContain('person');
  });

  it('prints JSON with the digits of the body, one line for each message', async () => {
    const { said, ended, url } = await listening('--exit-after', '1', '--json');
    await send(url, 'm-0', RECORDS, { secret: newSigningSecret() });
    await send(url, 'm-1', '{"action":"read","n":12345678901234567890,"s":1.10}');
    await ended;
    const [refused, verified] = said.out.trimEnd().split('\n');
    expect(JSON.parse(refused ?? '')).toMatchObject({ id: 'm-0', isVerified: false, fault: expect.any(String) });
    expect(verified).toContain('"isVerified":true');
    expect(verified).toContain('"message":{"action":"read","n":12345678901234567890,"s":1.10}');
  });

  it('removes control characters that a message contains', async () => {
    const { said, ended, url } = await listening('--exit-after', '1');
    await send(url, 'm-1', { ...RECORDS, objectName: 'per\u001b[31mson\nx' });
    await ended;
    expect(said.out).toContain('per [31mson x');
  });

  it('forwards verified messages with their signature, and answers with the status of that program', async () => {
    const got: { headers: IncomingHttpHeaders; body: string }[] = [];
    const app = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      got.push({ headers: request.headers, body });
      response.writeHead(got.length === 1 ? 503 : 200).end();
    });
    await new Promise<void>((resolve) => void app.listen(0, '127.0.0.1', resolve));
    const to = `http://127.0.0.1:${(app.address() as AddressInfo).port}/hook`;
    const { ended, url } = await listening('--exit-after', '2', '--forward', to);
    expect(await send(url, 'm-0', RECORDS, { secret: newSigningSecret() })).toBe(401);
    expect(await send(url, 'm-1', RECORDS)).toBe(503);
    expect(await send(url, 'm-1', RECORDS)).toBe(200);
    await ended;
    app.close();
    expect(got.map(({ body, headers }) => [body, headers['webhook-id']])).toEqual([
      [JSON.stringify(RECORDS), 'm-1'],
      [JSON.stringify(RECORDS), 'm-1'],
    ]);
    const { ended: over, url: next } = await listening('--exit-after', '1', '--forward', to);
    expect(await send(next, 'm-2', RECORDS)).toBe(502);
    await over;
  });

  it('names a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    let err = '';
    const code = await runCommandLine(['listen', '--signing-key', KEY, '--port', String(port)], {
      stream: async () => {},
      out: () => undefined,
      err: (text) => (err += text),
    });
    taken.close();
    expect([code, err]).toEqual([1, `Port ${port} is in use. Give another --port, or none for any free one.\n`]);
  });

  it.each([
    [['--port', '70000'], 'from 0 to 65535'],
    [['--exit-after', '0'], 'from 1 to'],
    [['--forward', 'file:///x'], 'http:// or https://'],
  ])('refuses %j', async (args, reason) => {
    let err = '';
    const code = await runCommandLine(['listen', ...args], {
      stream: async () => {},
      out: () => undefined,
      err: (text) => (err += text),
    });
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });
});
