import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the start page', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform();
  });
  afterAll(() => platform.stop());

  const get = (path: string, accept?: string) =>
    request(platform.origin, 'GET', path, { headers: { ...(accept && { accept }) } });

  it('says what runs here, which version, and where reference, guides and health are', async () => {
    const { status, type, body, headers } = await get('/');
    expect([status, type, headers.get('vary')]).toEqual([200, expect.stringContaining('application/json'), 'Accept']);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const at = (path: string) => expect.stringMatching(new RegExp(`^https?://[^/]+${path}$`));
    expect(body).toEqual({
      name: 'Causeway',
      version,
      mainApi: at('/v1'),
      readApi: at('/read/v1'),
      console: at('/console'),
      reference: at('/docs'),
      openapi: at('/v1/openapi.json'),
      guides: at('/guides'),
      problems: at('/problems'),
      liveness: at('/healthz'),
      readiness: at('/readyz'),
    });
    const { name: _name, version: _version, mainApi: _main, readApi: _read, ...pages } = body as Record<string, string>;
    for (const url of Object.values(pages))
      expect([url, (await get(new URL(url).pathname)).status]).toEqual([url, 200]);
  });

  it('is a page for a browser, which may load nothing', async () => {
    const { status, type, text, headers } = await get('/', BROWSER);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => new URL(href, `${platform.origin}/`));
    expect(links).toHaveLength(7);
    for (const { pathname } of links) expect([pathname, (await get(pathname)).status]).toEqual([pathname, 200]);
  });

  it('answers HEAD without a body, and no other method', async () => {
    const head = await request(platform.origin, 'HEAD', '/');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await request(platform.origin, 'POST', '/')).status).toBe(404);
  });

  it('says which base has an endpoint that was asked for under the other one', async () => {
    const path = `/projects/${platform.ready.project.name}/integrations/crm/objects/contacts`;
    const missed = await request(platform.origin, 'POST', `/v1${path}`);
    expect([missed.status, missed.body['remedy']]).toEqual([404, expect.stringContaining('Call POST /read/v1/')]);
    const pause = await request(
      platform.origin,
      'POST',
      `/v1/projects/demo/integrations/crm/installations/01900000-0000-7000-8000-000000000000:pause`,
    );
    expect([pause.status, pause.body['remedy']]).toEqual([405, expect.stringContaining('below /read/v1')]);
  });
});
