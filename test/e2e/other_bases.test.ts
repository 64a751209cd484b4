import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder } from '../support/builder.ts';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { sendRaw } from '../support/raw_http.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('addresses', () => {
  let platform: TestPlatform;
  let builder: Builder;
  beforeAll(async () => {
    platform = await startTestPlatform({
      CAUSEWAY_GATEWAY_READ_HOSTS: 'read.example.com',
      CAUSEWAY_GATEWAY_WRITE_HOSTS: 'write.example.com',
      CAUSEWAY_GATEWAY_SEARCH_HOSTS: 'search.example.com',
      CAUSEWAY_GATEWAY_PROXY_HOSTS: 'proxy.example.com',
      CAUSEWAY_SUPPORT_EMAIL: 'help@example.com',
    });
    builder = aBuilder(platform);
  });
  afterAll(() => platform.stop());

  describe.each(['/search/v1/projects/demo/integrations/x?groupRef=g', '/write/v1', '/nothing', '/'])(
    'at %s',
    (path) => {
      it.each(METHODS.filter((method) => path !== '/' || method !== 'GET'))(
        'have no endpoint yet for %s, with and without a key',
        async (method) => {
          const withKey = await builder.send(method, path, method === 'GET' ? undefined : {});
          const without = await request(platform.origin, method, path);
          for (const { status, type, body } of [withKey, without])
            expect([status, type, body['status']]).toEqual([404, 'application/problem+json', 404]);
        },
      );
    },
  );

  it('L9: say that search is not available yet; D: and have the contacts', async () => {
    for (const path of ['/search/v1/projects/demo']) {
      const { body } = await request(platform.origin, 'POST', path);
      expect(body).toMatchObject({
        detail: expect.stringContaining('not available yet in this version'),
        remedy: expect.not.stringContaining('ids'),
        supportEmail: 'help@example.com',
      });
      expect(body).not.toHaveProperty(['supportUrl']);
    }
  });

  /** The status line, and the headers and body after it; the server closes the connection. */
  async function exchange(line: string, host = 'localhost', headers = ''): Promise<{ status: number; text: string }> {
    const text = await sendRaw(
      new URL(platform.origin).port,
      `${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`,
    );
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
  }

  it.each([
    ['GET /v1/providers/hubspot', 'read.example.com', 404],
    ['GET /v1/openapi.json', 'read.example.com', 200],
    ['GET /v1/providers/hubspot', 'write.example.com', 404],
    ['POST /v1/projects/demo/integrations/x', 'search.example.com', 404],
    ['GET /v1/providers/hubspot', 'proxy.example.com', 400],
    ['GET /healthz', 'proxy.example.com', 400],
    ['GET /healthz', 'write.example.com', 200],
    ['GET /problems/notFound', 'read.example.com:8443', 200],
    ['GET /v1/providers/hubspot', 'other.example.com', 200],
  ])('answer %s on the host %s with %d', async (line, host, status) => {
    expect((await exchange(line, host)).status).toBe(status);
  });

  it.each([
    ['GET http://localhost/v1/providers/hubspot', 200],
    ['GET HTTP://LOCALHOST:80/v1/providers/hubspot', 200],
    ['GET http://read.example.com/v1/openapi.json', 200],
    ['GET http://read.example.com/v1/providers/hubspot', 404],
    ['GET http://localhost', 200],
    ['GET http://localhost?x=1', 200],
    ['GET //v1/providers', 404],
    ['GET /v1//providers', 404],
    ['GET /v1/providers/', 404],
    ['GET /v1/../v1/providers', 404],
    ['GET /v1/%2e%2e/v1/providers', 404],
    ['GET /V1/providers', 404],
    ['GET /v1%2Fproviders', 404],
    ['GET /v1/providers/a%2Fb', 404],
    ['GET /v1/providers/%00', 400],
    ['GET /v1/providers/%zz', 400],
    ['GET /v1/providers#x', 200],
    ['GET v1/providers', 400],
    ['OPTIONS *', 404],
    ['TRACE /v1/providers', 405],
    ['BREW /v1/providers', 400],
    [`GET /v1/${'x'.repeat(17_000)}`, 431],
  ])('written as %s are answered %d, refusals with a problem', async (line, status) => {
    const answer = await exchange(line);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
    if (status >= 400) expect(answer.text).toMatch(/content-type: application\/problem\+json/i);
  });

  it('treat a project name with an encoded slash as unknown', async () => {
    const answer = await builder.send('GET', '/v1/projects/a%2Fb/topics');
    expect([answer.status, answer.body['detail']]).toEqual([404, 'There is no such project.']);
  });

  it('accept %3A as the colon of a verb', async () => {
    const verb = await builder.send('PUT', '/v1/projects/demo/integrations%3abatch', {});
    expect(verb.status).toBe(400);
  });

  it('answer OPTIONS with their methods, and HEAD like GET without the body', async () => {
    const options = await request(platform.origin, 'OPTIONS', '/v1/projects/demo/topics');
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, 'GET, HEAD, POST', '']);
    const key = { 'x-api-key': platform.ready.apiKey };
    const head = await request(platform.origin, 'HEAD', '/v1/projects/demo/topics', { headers: key });
    expect([head.status, head.type, head.text]).toEqual([200, 'application/json', '']);
    expect((await request(platform.origin, 'HEAD', '/v1/projects/demo/topics')).status).toBe(401);
    expect((await request(platform.origin, 'HEAD', '/v1/invites:none')).status).toBe(404);
  });
});
