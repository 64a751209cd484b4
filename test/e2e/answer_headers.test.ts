import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { sendRaw } from '../support/raw_http.ts';

/** fetch refuses to send some of these, and hides what an answer without a body says. */
describe('every answer', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform();
  });
  afterAll(() => platform.stop());

  const answer = async (line: string, headers: string[] = [], body = '') => {
    const text = await sendRaw(
      new URL(platform.origin).port,
      [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n'),
    );
    return text.slice(0, text.indexOf('\r\n\r\n')).toLowerCase();
  };

  it('S11: tells the browser not to guess its type, and nobody to store it unless it may', async () => {
    const key = `X-Api-Key: ${platform.ready.apiKey}`;
    const { id: projectId } = platform.ready.project;
    const json = 'Content-Type: application/json';
    const big = 'x'.repeat(1_048_577);
    const answers: Record<string, string> = {
      'HTTP/1.1 200 one': await answer(`GET /v1/projects/${projectId}`, [key]),
      'HTTP/1.1 200 list': await answer(`GET /v1/projects/${projectId}/integrations`, [key]),
      'HTTP/1.1 200 health': await answer('GET /healthz'),
      'HTTP/1.1 200 ready': await answer('GET /readyz'),
      'HTTP/1.1 200 catalogue': await answer('GET /v1/providers', [key]),
      'HTTP/1.1 200 document': await answer('GET /v1/openapi.json'),
      'HTTP/1.1 200 page': await answer('GET /docs'),
      'HTTP/1.1 200 script': await answer('GET /docs/start.mjs'),
      'HTTP/1.1 200 problem page': await answer('GET /problems/notFound'),
      'HTTP/1.1 204 icon': await answer('GET /favicon.ico'),
      'HTTP/1.1 204 options': await answer(`OPTIONS /v1/projects/${projectId}`),
      'HTTP/1.1 308 redirect': await answer('GET /docs/'),
      'HTTP/1.1 400 parser': await answer('GET /\u0001'),
      'HTTP/1.1 400 upgrade': await answer('GET /healthz', ['Upgrade: websocket', 'Connection: Upgrade']),
      'HTTP/1.1 401 no key': await answer(`GET /v1/projects/${projectId}`),
      'HTTP/1.1 404 nothing': await answer('GET /nothing'),
      'HTTP/1.1 405 method': await answer(`PUT /v1/projects/${projectId}`),
      'HTTP/1.1 405 connect': await answer('CONNECT localhost:80'),
      'HTTP/1.1 413 body': await answer(
        `POST /v1/projects/${projectId}/integrations`,
        [key, json, `Content-Length: ${big.length}`],
        big,
      ),
      'HTTP/1.1 431 head': await answer('GET /healthz', [`X-Long: ${'x'.repeat(20_000)}`]),
    };
    for (const [name, head] of Object.entries(answers)) {
      expect([name, head.split('\r\n')[0]?.slice(0, 12)]).toEqual([name, name.slice(0, 12).toLowerCase()]);
      expect([name, head]).toEqual([name, expect.stringContaining('\r\nx-content-type-options: nosniff')]);
      expect([name, head]).toEqual([name, expect.stringContaining('\r\nreferrer-policy: no-referrer')]);
      const caching = /\r\ncache-control: ([^\r]+)/.exec(head)?.[1];
      const wanted = {
        document: /^public/,
        catalogue: /^public/,
        page: /^no-cache$/,
        script: /^no-cache$/,
        icon: /^max-age/,
      };
      expect([name, caching]).toEqual([
        name,
        expect.stringMatching(wanted[name.slice(13) as keyof typeof wanted] ?? /^no-store$/),
      ]);
    }
  });
});
