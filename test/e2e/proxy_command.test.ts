import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { aBuilder } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type ProxiedProvider, startProxiedProvider } from '../support/proxied_provider.ts';

describe('causeway proxy', () => {
  let platform: TestPlatform;
  let provider: ProxiedProvider;
  let installation: string;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-proxy-'));
    [platform, provider] = await Promise.all([startTestPlatform(), startProxiedProvider()]);
    const builder = aBuilder(platform);
    await builder.connect(provider, 'acme');
    const on = { proxy: { enabled: true } };
    installation = await builder.installed(await builder.deploy({ name: 'commanded', ...on }), 'acme', {}, on);
  });
  afterAll(async () => {
    await platform?.stop();
    await provider?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const login = (url = platform.origin) => {
    const { apiKey, project } = platform.ready;
    return ['--url', url, '--api-key', apiKey, '--project', project.name];
  };
  const NAMED = ['--integration', 'commanded', '--group', 'acme'];
  const send = (method: string, path: string, ...more: string[]) =>
    runCommand('proxy', method, path, ...(more.includes('--installation') ? [] : NAMED), ...login(), ...more);
  const last = () => provider.received.at(-1);

  it('sends method, path and query as written, and tells head and body apart', async () => {
    const { code, out, err } = await send('get', '/odd/%7Bid%7D?x=1+2&&empty');
    expect([code, out]).toEqual([0, '{"method":"GET","url":"/odd/%7Bid%7D?x=1+2&&empty"}']);
    expect(err).toMatch(/^200 OK\n/);
    expect(err).toMatch(/^content-type: application\/json$/im);
    const byId = await send('DELETE', '/me', '--installation', installation);
    expect(byId).toMatchObject({ code: 0, out: '{"method":"DELETE","url":"/me"}' });
  });

  it('sends headers and a body: text, a file and stdin', async () => {
    await send('POST', '/a', '--data', '{"é":1}', '--header', 'X-One: a: b', '--header', 'x-two: 2');
    expect(last()?.body.toString()).toBe('{"é":1}');
    const headers = last()?.headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`);
    expect(headers).toEqual(expect.arrayContaining(['x-one: a: b', 'x-two: 2', 'content-type: application/json']));
    const file = join(folder, 'body.csv');
    writeFileSync(file, 'a,b\n');
    await send('PUT', '/b', '--data', `@${file}`, '--header', 'content-type: text/csv');
    expect(last()?.body.toString()).toBe('a,b\n');
    const types = last()?.headers.filter(([name]) => name.toLowerCase() === 'content-type');
    expect(types?.map(([, value]) => value)).toEqual(['text/csv']);
    const { code, out } = await runWithInput(['proxy', 'POST', '/c', '--data', '-', ...NAMED, ...login()], 'piped');
    expect([code, out, last()?.body.toString()]).toEqual([0, '{"method":"POST","url":"/c"}', 'piped']);
  });

  it('ends with 1 for a status of 400 or more, whoever says it, and shows the answer', async () => {
    provider.on('/gone', (_request, response) => response.writeHead(410).end('no more'));
    expect(await send('GET', '/gone')).toMatchObject({ code: 1, out: 'no more', err: expect.stringMatching(/^410 /) });
    const refused = await send('GET', '/me', '--group', 'nobody');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^400 /) });
    expect(JSON.parse(refused.out)).toMatchObject({ detail: expect.stringContaining('no installation') });
    const json = await send('GET', '/gone', '--json');
    expect([json.code, JSON.parse(json.out)]).toMatchObject([1, { status: 410, body: 'no more' }]);
  });

  it('ends with 1 when the answer breaks off, or no platform is there', async () => {
    provider.on('/cut', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('part');
      setImmediate(() => response.destroy());
    });
    expect(await send('GET', '/cut')).toMatchObject({ code: 1, err: expect.stringContaining('broke off') });
    const nowhere = await runCommand('proxy', 'GET', '/me', ...NAMED, ...login('http://127.0.0.1:9'));
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining("can't be reached") });
  });

  it.each<[string, string[], string]>([
    ['no installation', ['GET', '/me', '--integration', 'crm'], '--integration and --group together'],
    ['a path without its slash', ['GET', 'me', ...NAMED], 'begins with /'],
    ['a header without a name', ['GET', '/me', ...NAMED, '--header', ': x'], 'Name: value'],
    ['a file that is not there', ['POST', '/me', ...NAMED, '--data', '@none'], "can't be read"],
  ])('ends with 2 for %s', async (_what, args, words) => {
    expect(await runCommand('proxy', ...args, ...login())).toMatchObject({
      code: 2,
      err: expect.stringContaining(words),
    });
  });
});

/** The program itself, in a process of its own, because stdin belongs to a process. */
function runWithInput(args: readonly string[], input: string): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [assetPath('dist/cli/main.js'), ...args]);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out }));
  });
}
