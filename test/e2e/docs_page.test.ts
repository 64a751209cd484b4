import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

describe('the reference page', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform({ CAUSEWAY_GATEWAY_READ_HOSTS: 'read.example.com' });
  });
  afterAll(() => platform.stop());

  const get = (path: string) => request(platform.origin, 'GET', path);
  /** The URLs in the page, as a browser would resolve them. */
  function named(page: string, html: string): string[] {
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    return addresses.map((address) => new URL(address, platform.origin + page).href);
  }

  it.each(['/docs', '/read/docs'])('at %s loads everything from this server', async (path) => {
    const page = await get(path);
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(page.text).toContain(`data-causeway-version="${version}"`);
    const addresses = named(path, page.text);
    expect(addresses).toHaveLength(4);
    for (const address of addresses) {
      expect(new URL(address).origin).toBe(platform.origin);
      const part = await get(new URL(address).pathname);
      expect([address, part.status, part.headers.get('x-content-type-options')]).toEqual([address, 200, 'nosniff']);
      expect(part.text.length).toBeGreaterThan(100);
    }
  });

  it.each([
    ['/docs', '/v1/openapi.json'],
    ['/read/docs', '/read/v1/openapi.json'],
  ])('at %s shows the document at %s', async (path, document) => {
    const start = await get(`${path}/start.mjs`);
    const [, url = ''] = /DOCUMENT = '([^']+)'/.exec(start.text) ?? [];
    expect(new URL(url, platform.origin + path).pathname).toBe(document);
    expect((await get(document)).body).toMatchObject({ openapi: '3.1.0', paths: expect.any(Object) });
  });

  it('is beside the schema of the manifest, which editors of any origin may read and keep', async () => {
    const path = '/v1/manifest.schema.json';
    const answer = await request(platform.origin, 'GET', path, { headers: { origin: 'https://editor.example' } });
    expect([answer.status, answer.type]).toEqual([200, 'application/schema+json']);
    expect(answer.text).toBe(readFileSync('docs/manifest.schema.json', 'utf8'));
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    for (const one of [path, '/v1/openapi.json']) {
      const etag = (await get(one)).headers.get('etag') ?? '';
      const again = await request(platform.origin, 'GET', one, { headers: { 'if-none-match': etag } });
      expect([one, again.status, again.text]).toEqual([one, 304, '']);
    }
  });

  it('causes no console error for an icon on any page', async () => {
    expect((await get('/favicon.ico')).status).toBe(204);
  });

  it('may run its own scripts, and load from this server, and nothing else', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it('redirects an additional slash', async () => {
    const answer = await get('/docs/');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '../docs']);
  });

  it('serves no other file of its renderer', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/page.html',
      '/docs/unknown.mjs',
      '/docs/..%2Fpackage.json',
      '/docs/%2e%2e/package.json',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('is also served on a read host, with the read base', async () => {
    const answers = await Promise.all(['/docs', '/docs/start.mjs', '/v1/openapi.json', '/healthz'].map(onReadHost));
    expect(answers).toEqual([200, 200, 200, 200]);
  });

  /** fetch does not allow a custom Host header. */
  function onReadHost(path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(platform.origin);
      const options = { host: '127.0.0.1', port, path, headers: { host: 'read.example.com' } };
      httpRequest(options, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      })
        .on('error', reject)
        .end();
    });
  }
});

it('does not prevent the server from stopping when a client stops reading', async () => {
  const platform = await startTestPlatform({ CAUSEWAY_GATEWAY_DEADLINE_MS: '1000' });
  const { port } = new URL(platform.origin);
  const reader = connect(Number(port), '127.0.0.1').pause();
  reader.on('error', () => {});
  reader.write('GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
  await sleep(300);
  const asked = performance.now();
  await platform.stop();
  reader.destroy();
  expect(performance.now() - asked).toBeLessThan(15_000);
});
