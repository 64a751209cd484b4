import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, request, startOwnPlatform, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const APP = 'https://app.example.com';
/** The headers that the browser library sends. */
const LIBRARY_HEADERS = ['x-api-key', 'authorization', 'content-type', 'x-amp-client', 'x-amp-client-version'];

describe('pages of other origins', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform({ CAUSEWAY_GATEWAY_CORS_ORIGINS: `${APP}, http://localhost:*` });
  });
  afterAll(() => platform.stop());

  const ask = (method: string, path: string, headers: Record<string, string>) =>
    request(platform.origin, method, path, { headers });
  const preflight = (origin: string, method: string, path = '/v1/projects/demo/integrations/x/installations') =>
    ask('OPTIONS', path, {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': LIBRARY_HEADERS.join(','),
    });
  const named = (answer: Answer, header: string) =>
    (answer.headers.get(header) ?? '').split(',').map((name) => name.trim().toLowerCase());

  it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])('may preflight %s', async (method) => {
    const answer = await preflight(APP, method);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
    expect(named(answer, 'access-control-allow-methods')).toContain(method.toLowerCase());
    expect(named(answer, 'access-control-allow-headers')).toEqual(expect.arrayContaining(LIBRARY_HEADERS));
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it.each(['/v1/providers', '/read/v1/projects/demo/integrations/x/objects/y', '/v1/oauth-connect', '/v1/nothing'])(
    'may preflight %s without a credential',
    async (path) => expect((await preflight(APP, 'POST', path)).status).toBe(204),
  );

  it('may read answers, and the exposed headers', async () => {
    const answer = await ask('GET', '/v1/projects/demo', { origin: APP, 'x-api-key': platform.ready.apiKey });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
    expect(named(answer, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['x-request-id', 'retry-after']),
    );
  });

  it.each([
    ['401', '/v1/projects/demo', {}],
    ['404', '/v1/nothing', {}],
    ['405', '/v1/providers', { method: 'DELETE' }],
    ['400', '/v1/projects/demo/connections?color=red', { key: true }],
  ] as [string, string, { method?: string; key?: boolean }][])(
    'may read why they were refused with %s',
    async (status, path, { method = 'GET', key = false }) => {
      const answer = await ask(method, path, { origin: APP, ...(key && { 'x-api-key': platform.ready.apiKey }) });
      expect(String(answer.status)).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
    },
  );

  it.each(['/console/session', '/console', '/connect/x'])(
    'S18: may not preflight %s of our own pages',
    async (path) => {
      const answer = await preflight(APP, 'POST', path);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  it('may have any port if the setting allows it', async () => {
    for (const origin of ['http://localhost:3000', 'http://localhost:5173', 'http://localhost'])
      expect((await preflight(origin, 'GET')).headers.get('access-control-allow-origin')).toBe(origin);
  });

  it.each([
    'https://evil.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.org',
    'http://localhost.evil.org:3000',
    'http://localhost:3000.evil.org',
    'https://localhost:3000',
    'null',
  ])('get no CORS headers when they are %s', async (origin) => {
    for (const answer of [await preflight(origin, 'POST'), await ask('GET', '/v1/providers', { origin })])
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('never get cookies, and caches keep their answers apart', async () => {
    for (const headers of [{ origin: APP }, { origin: 'https://evil.example.com' }, {}] as Record<string, string>[]) {
      const answer = await ask('GET', '/v1/providers', headers);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(named(answer, 'vary')).toContain('origin');
    }
  });
});

describe('pages of any origin, where the setting is *', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform({ CAUSEWAY_GATEWAY_CORS_ORIGINS: '*' });
  });
  afterAll(() => platform.stop());

  it('get a literal star, without credentials', async () => {
    const { headers } = await request(platform.origin, 'GET', '/v1/providers', { headers: { origin: 'null' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('pages of other origins, by default', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startOwnPlatform();
  });
  afterAll(() => platform.stop());

  const allowed = async (origin: string) =>
    (await request(platform.origin, 'GET', '/v1/providers', { headers: { origin } })).headers.get(
      'access-control-allow-origin',
    );

  it('may call the embedded form from this machine, and the services form from nowhere', async () => {
    const own = 'http://localhost:3000';
    expect(await allowed(own)).toBe(process.env['CAUSEWAY_TEST_FORM'] === 'services' ? null : own);
    expect(await allowed(APP)).toBeNull();
  });

  it('can still learn the methods of an address', async () => {
    const { status, headers } = await request(platform.origin, 'OPTIONS', '/v1/providers', {
      headers: { origin: APP },
    });
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD']);
  });
});
