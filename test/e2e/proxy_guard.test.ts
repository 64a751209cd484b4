import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { aSigner } from '../support/customers.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type ProxiedProvider, startProxiedProvider } from '../support/proxied_provider.ts';
import { type ProxyAnswer, proxyClient } from '../support/proxy_client.ts';
import { sendRaw } from '../support/raw_http.ts';
import { addProject } from '../support/second_project.ts';

const ON = { proxy: { enabled: true } };
/** Part of every credential of the suite. Letters and digits only, so that it is written alike everywhere. */
const MARKER = 'Zq7Guarded';
const PASSWORD = `pw-${MARKER}"/+`;

describe('who may use the proxy, and for what', () => {
  let platform: TestPlatform;
  let provider: ProxiedProvider;
  let builder: Builder;
  let installationId: string;
  let proxy: ReturnType<typeof proxyClient>;

  beforeAll(async () => {
    [platform, provider] = await Promise.all([startTestPlatform(), startProxiedProvider()]);
    builder = aBuilder(platform);
    await builder.connect(provider, 'acme');
    installationId = await builder.installed(await builder.deploy({ name: 'anything', ...ON }), 'acme', {}, ON);
    proxy = proxyClient(platform.origin, platform.ready, installationId);
    provider.received.length = 0; // connecting asked it too
  });
  afterAll(async () => {
    await platform?.stop();
    await provider?.stop();
  });

  function expectRefused(answer: ProxyAnswer, status: number, words: string): void {
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } });
    expect(`${answer.body['detail']} ${answer.body['remedy']}`).toContain(words);
    expect(provider.received).toEqual([]);
  }

  it('does not show another project the installation, by its id or by names', async () => {
    const other = await addProject(platform, 'other');
    const theirs = proxyClient(other.origin, other.ready, installationId);
    expectRefused(await theirs.call('/me'), 404, 'installation');
    const names = { 'x-amp-installation-id': '', 'x-amp-integration-name': 'anything', 'x-amp-group-ref': 'acme' };
    expectRefused(await theirs.call('/me', { headers: names }), 404, 'integration');
  });

  it('refuses a key of another project as every other operation does', async () => {
    const other = await addProject(platform, 'other');
    const elsewhere = await aBuilder(other).send('GET', `/v1/projects/${platform.ready.project.id}/integrations`);
    const theirs = proxyClient(other.origin, other.ready, installationId);
    const answer = await theirs.call('/me', { headers: { 'x-amp-project-id': platform.ready.project.id } });
    expect(elsewhere.status).toBeGreaterThanOrEqual(403);
    expectRefused(answer, elsewhere.status, String(elsewhere.body['detail']));
  });

  it('takes no key for browsers', async () => {
    const key = await addApiKey(platform, ['frontend']);
    expectRefused(await proxy.call('/me', { headers: { 'x-api-key': key } }), 403, 'full');
  });

  it("takes no customer's token and no builder's", async () => {
    const customers = (await aSigner(builder)).sign({ groupRef: 'acme', consumerRef: 'person' });
    for (const token of [customers, platform.ready.bearerToken])
      expectRefused(
        await proxy.call('/me', { headers: { 'x-api-key': '', authorization: `Bearer ${token}` } }),
        401,
        'X-Api-Key',
      );
  });

  describe('over a bare connection', () => {
    const own = () =>
      [
        'x-amp-proxy-version: 1',
        `x-amp-project-id: ${platform.ready.project.id}`,
        `x-api-key: ${platform.ready.apiKey}`,
        `x-amp-installation-id: ${installationId}`,
        'connection: close',
      ].join('\r\n');
    /** Lines between the request line and the end of the head, and what follows it. */
    const send = (line: string, lines: readonly string[], rest = '') =>
      sendRaw(new URL(platform.origin).port, [line, own(), ...lines, '', rest].join('\r\n'));
    const HIDDEN = 'GET /proxy/hidden HTTP/1.1\r\nhost: a\r\n\r\n';

    it('works as these tests send it', async () => {
      expect(await send('POST /proxy/raw HTTP/1.1', ['host: a', 'content-length: 2'], 'ab')).toMatch(
        /^HTTP\/1\.1 200 /,
      );
      expect(provider.received.splice(0)).toMatchObject([{ url: '/raw', body: Buffer.from('ab') }]);
    });

    it.each<[string, string, string[], string]>([
      ['a length and chunks', 'POST', ['host: a', 'content-length: 5', 'transfer-encoding: chunked'], '0\r\n\r\n'],
      ['chunks and a length', 'POST', ['host: a', 'transfer-encoding: chunked', 'content-length: 5'], '0\r\n\r\n'],
      ['two lengths', 'POST', ['host: a', 'content-length: 0', 'content-length: 37'], ''],
      ['two lengths in one', 'POST', ['host: a', 'content-length: 0, 37'], ''],
      ['a length with a sign', 'POST', ['host: a', 'content-length: +0'], ''],
      ['a coding that is none', 'POST', ['host: a', 'transfer-encoding: xchunked'], '0\r\n\r\n'],
      ['a coding after chunks', 'POST', ['host: a', 'transfer-encoding: chunked, identity'], '0\r\n\r\n'],
      ['a folded coding', 'POST', ['host: a', 'transfer-encoding:', ' chunked'], '0\r\n\r\n'],
      ['a folded header', 'GET', ['host: a', 'x-a: 1', ' x-b: 2'], ''],
      ['a name before a space', 'POST', ['host: a', 'content-length : 0'], ''],
      ['bare line feeds in a header', 'GET', ['host: a', 'x-a: 1\nx-b: 2\n\n'], ''],
      ['an upgrade', 'GET', ['host: a', 'connection: upgrade', 'upgrade: websocket'], ''],
      ['TRACE', 'TRACE', ['host: a'], ''],
      ['CONNECT', 'CONNECT', ['host: a'], ''],
    ])('refuses %s, and sends nothing that hides behind it', async (_what, method, lines, rest) => {
      const answer = await send(`${method} /proxy/raw HTTP/1.1`, lines, rest + HIDDEN);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
      expect(answer).toContain('application/problem+json');
      expect(provider.received).toEqual([]);
    });

    it.each<[string, string, string[]]>([
      ['a foreign host in the target', 'GET http://evil.example/proxy/raw HTTP/1.1', ['host: evil.example']],
      ['a target and a host that differ', 'GET http://a/proxy/raw HTTP/1.1', ['host: evil.example']],
      ['a user in the host', 'GET /proxy/raw HTTP/1.1', ['host: user:word@evil.example']],
    ])('goes to the provider alone with %s', async (_what, line, lines) => {
      const answer = await send(line, lines);
      const sent = provider.received.splice(0);
      // Refused, or passed on to the customer's provider under its own name.
      if (!answer.startsWith('HTTP/1.1 4')) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      for (const { url, headers } of sent) {
        expect(url).toBe('/raw');
        expect(headers.filter(([name]) => /^host$/i.test(name)).map(([, value]) => value)).toEqual([
          new URL(provider.url).host,
        ]);
        expect(JSON.stringify(headers)).not.toContain('evil.example');
      }
    });

    it('does not take the place of the base path from the target', async () => {
      expect(await send('GET http://evil.example/raw HTTP/1.1', ['host: proxy.example'])).toMatch(/^HTTP\/1\.1 404 /);
      expect(provider.received).toEqual([]);
    });
  });
});

type SignIn = { name: string; auth: object; credentials: object; secrets: string[] };

const SIGN_INS: SignIn[] = [
  {
    name: 'guardHeader',
    auth: { type: 'apiKey', in: 'header', name: 'X-Key' },
    credentials: { apiKey: `key-${MARKER}/+=1` },
    secrets: [`key-${MARKER}`],
  },
  {
    name: 'guardQuery',
    auth: { type: 'apiKey', in: 'query', name: 'api_key' },
    credentials: { apiKey: `key-${MARKER}/+=1` },
    secrets: [`key-${MARKER}`],
  },
  {
    name: 'guardBasic',
    auth: { type: 'basic' },
    credentials: { basicAuth: { username: 'ada', password: PASSWORD } },
    secrets: [MARKER, Buffer.from(`ada:${PASSWORD}`).toString('base64')],
  },
  {
    name: 'guardBearer',
    auth: { type: 'oauth2', grant: 'clientCredentials' },
    credentials: { oauth2ClientCredentials: { clientId: 'c', clientSecret: `cs-${MARKER}` } },
    secrets: [MARKER],
  },
  {
    name: 'guardCustom',
    auth: {
      type: 'custom',
      headers: { 'X-Session': 'Session {{.word}}' },
      inputs: [{ name: 'word', displayName: 'Word', fieldType: 'fieldTypePassword' }],
    },
    credentials: { customAuth: { word: `word-${MARKER}` } },
    secrets: [MARKER],
  },
];

describe('credentials of the proxy', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let platform: TestPlatform;
  let provider: ProxiedProvider;
  let builder: Builder;
  const proxies = new Map<string, ReturnType<typeof proxyClient>>();

  beforeAll(async () => {
    provider = await startProxiedProvider();
    const common = { displayName: 'Guarded', baseURL: provider.url, support: ['proxy'] };
    for (const { name, auth } of SIGN_INS) {
      const tokenURL = 'grant' in auth && { tokenURL: `${provider.url}/token` };
      writeFileSync(join(providersDir, `${name}.yaml`), stringify({ name, ...common, auth: { ...auth, ...tokenURL } }));
    }
    provider.on('/token', (request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: `at-${MARKER}`, expires_in: 3_600, token_type: 'bearer' }));
    });
    platform = await startTestPlatform({ CAUSEWAY_PROVIDERS_DIR: providersDir });
    builder = aBuilder(platform);
    for (const { name, credentials } of SIGN_INS) {
      const body = { provider: name, groupRef: name, consumerRef: 'person', ...credentials };
      succeeded(await builder.call('POST', '/connections:generate', body));
      const integrationId = await builder.deploy({ name, provider: name, ...ON });
      const id = await builder.installed(integrationId, name, {}, { provider: name, ...ON });
      proxies.set(name, proxyClient(platform.origin, platform.ready, id));
    }
    // Says all that it got in headers of any kind; the body is the provider's own word.
    for (const [path, status] of [
      ['/redirect', 302],
      ['/refuses', 400],
      ['/unauthorized', 401],
      ['/broken', 500],
    ] as const)
      provider.on(path, ({ headers, url = '' }, response) => {
        const said = [...Object.values(headers).map(String), url];
        const basic = Buffer.from(String(headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
        const encoded = said.map(encodeURIComponent).join('&v=');
        response.writeHead(status, {
          location: `https://other.example/?v=${encoded}&raw=${url}`,
          'x-echo': said,
          'x-basic': /^[\x20-\x7e]*$/.test(basic) ? basic : '',
          'www-authenticate': `Bearer error_description="${said.join(' ').replaceAll('"', "'")}"`,
          refresh: `0; url=https://other.example${url}`,
        });
        response.end('said');
      });
  });
  afterAll(async () => {
    await platform?.stop();
    await provider?.stop();
    rmSync(providersDir, { recursive: true, force: true });
  });

  describe.each(SIGN_INS)('of $name', ({ name, secrets }) => {
    const proxy = () => proxies.get(name) as ReturnType<typeof proxyClient>;

    it('reach the provider', async () => {
      expect(await proxy().call('/got')).toMatchObject({ status: 200 });
      const { url, headers } = provider.received.at(-1) ?? { url: '', headers: [] };
      expect(secrets.some((secret) => (url + JSON.stringify(headers)).includes(secret))).toBe(true);
    });

    it.each([
      ['/redirect', 302],
      ['/refuses', 400],
      ['/unauthorized', 401],
      ['/broken', 500],
    ])('are masked in the headers of %s', async (path, status) => {
      const answer = await proxy().call(path);
      expect(answer).toMatchObject({ status, text: 'said' });
      const said = answer.rawHeaders.join('\n');
      expect(said).toContain('https://other.example');
      expect(said).toContain('credential_kept_back');
      for (const secret of [...secrets, MARKER]) expect(said).not.toContain(secret);
    });

    it('are in no problem', async () => {
      provider.on('/reset', (_request, response) => void response.destroy());
      for (const target of ['/reset', '/a/../b', `/a?x=${'1'.repeat(10)}#f`]) {
        const { status, text, rawHeaders } = await proxy().call(target);
        expect(status).toBe(target === '/reset' ? 502 : 400);
        expect(text + rawHeaders.join()).not.toContain(MARKER);
      }
    });
  });

  it('are in no line of the log', async () => {
    await eventually(async () => expect(platform.log()).toMatch(/"provider":"guardCustom".*"msg":"proxied request"/));
    expect(platform.log()).not.toContain(MARKER);
    expect(platform.log()).not.toContain(Buffer.from(`ada:${PASSWORD}`).toString('base64'));
  });

  it('are not asked for twice while a provider limits: a throttled call is answered here, another goes out', async () => {
    const calls: string[] = [];
    provider.on('/limited', ({ headers }, response) => {
      calls.push(String(headers['x-caller']));
      response.writeHead(429, { 'retry-after': '120', 'x-amp-retryable': 'provider' }).end('slow down');
    });
    const proxy = proxies.get('guardHeader') as ReturnType<typeof proxyClient>;
    const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d UTC$/;
    const expectRetry = ({ headers }: ProxyAnswer) => {
      expect(headers['x-amp-retry-after']).toMatch(DATE);
      expect(Date.parse(String(headers['x-amp-retry-after']))).toBeGreaterThan(Date.now());
      expect(headers['x-amp-retryable']).toBe('true');
    };
    const throttle = { 'x-amp-rate-limiter-mode': 'throttle' };

    const first = await proxy.call('/limited', { headers: { ...throttle, 'x-caller': 'first' } });
    expect(first).toMatchObject({ status: 429, text: 'slow down', headers: { 'retry-after': '120' } });
    expectRetry(first);
    const here = await proxy.call('/limited', { headers: { ...throttle, 'x-caller': 'throttled' } });
    expect(here).toMatchObject({ status: 429, headers: { 'content-type': 'application/problem+json' } });
    expect(here.body).toMatchObject({ remedy: expect.stringContaining('X-Amp-Rate-Limiter-Mode') });
    expectRetry(here);
    const out = await proxy.call('/limited', { headers: { 'x-caller': 'unthrottled' } });
    expect(out).toMatchObject({ status: 429, text: 'slow down' });
    expectRetry(out);
    expect(calls).toEqual(['first', 'unthrottled']);
  });
});

describe('targets of the proxy on the internet', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let platform: TestPlatform;
  let builder: Builder;
  let inside: Server;
  let port: number;
  let reached = 0;
  const write = (name: string, file: object) =>
    writeFileSync(join(providersDir, `${name}.yaml`), stringify({ name, ...file }));
  /** Nothing checks these before a call. */
  const FIXED: [string, (at: number) => string][] = [
    ['loopback', (at) => `https://127.0.0.1:${at}`],
    ['plain', (at) => `http://127.0.0.1:${at}`],
    ['named', (at) => `https://localhost:${at}`],
    ['cloud', () => 'https://169.254.169.254'],
  ];

  beforeAll(async () => {
    inside = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    port = (inside.address() as { port: number }).port;
    const common = { support: ['proxy'], auth: { type: 'apiKey', in: 'header', name: 'X-Key' } };
    const variables = [{ name: 'where', displayName: 'Where' }];
    write('anywhere', { ...common, displayName: 'Anywhere', baseURL: '{{.where}}', variables });
    for (const [name, where] of FIXED) write(name, { ...common, displayName: name, baseURL: where(port) });
    platform = await startTestPlatform({
      CAUSEWAY_PROVIDERS_DIR: providersDir,
      CAUSEWAY_OUTBOUND_ALLOW_HTTP: '0',
      CAUSEWAY_OUTBOUND_ALLOW: '',
    });
    builder = aBuilder(platform);
  });
  afterAll(async () => {
    await platform?.stop();
    await new Promise<void>((resolve) => inside.close(() => resolve()));
    rmSync(providersDir, { recursive: true, force: true });
  });

  it.each<[string, (at: number) => string]>([
    ['loopback', (at) => `https://127.0.0.1:${at}`],
    ['loopback in plain text', (at) => `http://127.0.0.1:${at}`],
    ['loopback by name', (at) => `https://localhost:${at}`],
    ['loopback as a number', (at) => `https://2130706433:${at}`],
    ['loopback of IPv6', (at) => `https://[::1]:${at}`],
    ['loopback mapped to IPv6', (at) => `https://[::ffff:127.0.0.1]:${at}`],
    ['a private address', () => 'https://10.0.0.8'],
    ['the metadata of a cloud', () => 'https://169.254.169.254'],
    ['a private name', () => 'https://db.internal'],
  ])("refuses a customer's base URL at %s", async (what, where) => {
    const group = what.replaceAll(' ', '-');
    const body = { provider: 'anywhere', groupRef: group, consumerRef: 'person', apiKey: 'key-of-a-customer' };
    const providerMetadata = { where: where(port) };
    const connected = await builder.call('POST', '/connections:generate', { ...body, providerMetadata });
    expect(connected.status).toBe(400);
    expect(connected.body['issues']).toMatchObject([{ name: expect.stringContaining('where') }]);
  });

  it.each(FIXED)('does not call a provider whose own base URL is there: %s', async (name) => {
    const body = { provider: name, groupRef: name, consumerRef: 'person', apiKey: 'key-of-a-customer' };
    succeeded(await builder.call('POST', '/connections:generate', body));
    const integrationId = await builder.deploy({ name, provider: name, ...ON });
    const id = await builder.installed(integrationId, name, {}, { provider: name, ...ON });
    const answer = await proxyClient(platform.origin, platform.ready, id).call('/me');
    expect(answer).toMatchObject({ status: 502, headers: { 'content-type': 'application/problem+json' } });
    expect(answer.text).not.toMatch(/127\.0\.0\.1|169\.254|key-of-a-customer/);
    expect(reached).toBe(0);
  });
});
