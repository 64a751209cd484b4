import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type ProxiedProvider, startProxiedProvider } from '../support/proxied_provider.ts';
import { proxyClient } from '../support/proxy_client.ts';

const ON = { proxy: { enabled: true } };

describe('the proxy', () => {
  let platform: TestPlatform;
  let provider: ProxiedProvider;
  let builder: Builder;
  let integrationId: string;
  let installationId: string;
  let connectionId: string;
  let proxy: ReturnType<typeof proxyClient>;

  beforeAll(async () => {
    [platform, provider] = await Promise.all([startTestPlatform(), startProxiedProvider()]);
    builder = aBuilder(platform);
    connectionId = (await builder.connect(provider, 'acme')).id;
    integrationId = await builder.deploy({ name: 'anything', ...ON });
    installationId = await builder.installed(integrationId, 'acme', {}, ON);
    proxy = proxyClient(platform.origin, platform.ready, installationId);
  });
  afterAll(async () => {
    await platform?.stop();
    await provider?.stop();
  });

  const last = () => provider.received.at(-1);
  const headersOf = (name: string) =>
    last()
      ?.headers.filter(([one]) => one.toLowerCase() === name)
      .map(([, value]) => value);

  it('passes on method, path, query and body byte by byte, with the credentials of the customer', async () => {
    const body = Buffer.from([0, 255, 10, 13, 0x7b, 200]);
    const target = '/odd/%7Bid%7D/a%2Fb;v=1/!$\'()*+,?q=%C3%A9&empty&x=1+2&&sort=a|b"<>';
    const answer = await proxy.call(target, {
      method: 'PATCH',
      headers: {
        'content-type': 'application/x-odd',
        'x-Custom': ['one', 'two'],
        authorization: 'Bearer mine',
        cookie: 'a=b',
      },
      body,
    });
    expect(answer.status).toBe(200);
    expect(last()).toMatchObject({ method: 'PATCH', url: target, body });
    expect(headersOf('content-type')).toEqual(['application/x-odd']);
    expect(headersOf('x-custom')).toEqual(['one', 'two']);
    expect(headersOf('x-sandbox-key')).toEqual(['sandbox-key']);
    for (const name of [
      'authorization',
      'cookie',
      'x-api-key',
      'x-amp-project-id',
      'x-amp-installation-id',
      'user-agent',
    ])
      expect([name, headersOf(name)]).toEqual([name, []]);
  });

  it('finds the installation by integration and group, and the id wins', async () => {
    const names = { 'x-amp-integration-name': 'anything', 'x-amp-group-ref': 'acme' };
    expect(await proxy.call('/me', { headers: { 'x-amp-installation-id': '', ...names } })).toMatchObject({
      status: 200,
    });
    expect(await proxy.call('/me', { headers: { ...names, 'x-amp-group-ref': 'nobody' } })).toMatchObject({
      status: 200,
    });
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'])(
    'passes on %s',
    async (method) => {
      const answer = await proxy.call('/any', { method });
      expect(answer.status).toBe(200);
      expect(last()).toMatchObject({ method, url: '/any' });
    },
  );

  it.each<[string, Record<string, string>, number, string]>([
    ['no version', { 'x-amp-proxy-version': '' }, 400, 'x-amp-proxy-version must be 1'],
    ['another version', { 'x-amp-proxy-version': '2' }, 400, 'x-amp-proxy-version must be 1'],
    ['no project', { 'x-amp-project-id': '' }, 400, 'x-amp-project-id must be the id'],
    ['the name of the project', { 'x-amp-project-id': 'demo' }, 400, 'its name is not accepted'],
    ['no key', { 'x-api-key': '' }, 401, 'X-Api-Key'],
    ['a wrong key', { 'x-api-key': 'wrong' }, 401, ''],
    ['no installation', { 'x-amp-installation-id': '' }, 400, 'name the installation'],
    ['a group alone', { 'x-amp-installation-id': '', 'x-amp-group-ref': 'acme' }, 400, 'name the installation'],
    [
      'an integration that is not there',
      { 'x-amp-installation-id': '', 'x-amp-integration-name': 'none', 'x-amp-group-ref': 'acme' },
      404,
      'integration',
    ],
    [
      'a group that has installed nothing',
      { 'x-amp-installation-id': '', 'x-amp-integration-name': 'anything', 'x-amp-group-ref': 'none' },
      400,
      'no installation',
    ],
    [
      'an installation that is not there',
      { 'x-amp-installation-id': '00000000-0000-7000-8000-000000000000' },
      404,
      'installation',
    ],
    ['an unknown mode', { 'x-amp-rate-limiter-mode': 'wait' }, 400, 'must be throttle'],
    ['an upgrade', { connection: 'upgrade', upgrade: 'websocket' }, 400, 'upgrade'],
  ])('refuses %s, and says what to do', async (_what, headers, status, words) => {
    const before = provider.received.length;
    const answer = await proxy.call('/me', { headers });
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } });
    expect(String(answer.body['detail'])).toContain(words);
    expect(provider.received.length).toBe(before);
  });

  it.each([
    '/../admin',
    '/a/%2e%2e/b',
    '/a/%252e%252e/b',
    '//evil.example/x',
    '/%2f%2fevil.example',
    '/a\\..\\b',
    '/a/%5c..%5cb',
    '/a%0d%0aHost:%20evil',
    '/a/..;/b',
  ])('does not leave the base by %s', async (target) => {
    const before = provider.received.length;
    const detail = expect.stringMatching(/^The path of the call [a-z]/);
    expect(await proxy.call(target)).toMatchObject({ status: 400, body: { detail } });
    expect(provider.received.length).toBe(before);
  });

  it('passes redirects on unfollowed, drops cookies, and masks the credential in an address', async () => {
    provider.on('/moved', (request, response) => {
      response.writeHead(302, {
        location: `https://other.example/?key=${request.headers['x-sandbox-key']}&next=1`,
        'set-cookie': ['a=b', 'c=d'],
        'x-odd': ['one', 'two'],
      });
      response.end('moved');
    });
    const answer = await proxy.call('/moved');
    expect(answer).toMatchObject({ status: 302, text: 'moved' });
    expect(answer.headers.location).toContain('https://other.example/');
    expect(answer.headers.location).not.toContain('sandbox-key');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['x-odd']).toBe('one, two');
    expect(answer.headers['cache-control']).toBeUndefined();
  });

  it('does not touch bodies: compressed ones stay compressed, errors come through', async () => {
    const packed = Buffer.from('1f8b0800000000000003cb48cdc9c907008610 3636'.replace(' ', ''), 'hex');
    provider.on('/packed', (_request, response) => {
      response.writeHead(418, { 'content-encoding': 'gzip', 'content-length': String(packed.length) });
      response.end(packed);
    });
    const answer = await proxy.open('/packed');
    expect([answer.statusCode, answer.headers['content-encoding'], answer.headers['content-length']]).toEqual([
      418,
      'gzip',
      String(packed.length),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks)).toEqual(packed);
  });

  it('streams both ways: 32 MB up and down, unread by us', async () => {
    const chunk = Buffer.alloc(65_536, 'abcdefgh');
    const sum = createHash('sha256');
    const pieces = Array.from({ length: 512 }, () => chunk);
    for (const piece of pieces) sum.update(piece);
    const expected = sum.digest('hex');
    provider.on('/echo', (request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      request.pipe(response);
    });
    const answer = await proxy.open('/echo', { method: 'POST', body: Readable.from(pieces) });
    const got = createHash('sha256');
    for await (const piece of answer) got.update(piece as Buffer);
    expect(got.digest('hex')).toBe(expected);
  });

  it('passes on heads of up to 12 KiB in either direction', async () => {
    const wide = 'e"'.repeat(6_144);
    provider.on('/wide', (request, response) => {
      response.setHeader('x-wide', String(request.headers['x-wide']));
      response.end('there');
    });
    const answer = await proxy.call('/wide', { headers: { 'x-wide': wide } });
    expect([answer.status, answer.text, answer.headers['x-wide'] === wide]).toEqual([200, 'there', true]);
  });

  it('cuts the answer where the provider cuts it, so that nobody takes the part for the whole', async () => {
    provider.on('/cut', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('part');
      setImmediate(() => response.destroy());
    });
    await expect(proxy.call('/cut')).rejects.toThrow();
    await eventually(async () => expect(platform.log()).toContain('cutByProvider'));
  });

  it('gets new credentials after a 401, and sends a small body again', async () => {
    const keys: unknown[] = [];
    provider.on('/once', (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        keys.push([request.headers['x-sandbox-key'], body]);
        response.statusCode = request.headers['x-sandbox-key'] === 'next-key' ? 200 : 401;
        response.end('said');
      });
    });
    await proxy.call('/me');
    succeeded(
      await builder.call('PATCH', `/connections/${connectionId}`, {
        updateMask: ['apiKey'],
        connection: { apiKey: 'next-key' },
      }),
    );
    expect(await proxy.call('/once', { method: 'POST', body: 'small' })).toMatchObject({ status: 200, text: 'said' });
    // The first try may have had the former key.
    expect(keys.at(-1)).toEqual(['next-key', 'small']);
  });

  it('says that it is off, and where', async () => {
    const other = await builder.deploy({ name: 'closed', write: { objects: [{ objectName: 'contacts' }] } });
    const closed = await builder.installed(other, 'acme', {}, { write: { objects: { contacts: {} } } });
    const answer = await proxy.call('/me', { headers: { 'x-amp-installation-id': closed } });
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining('switched off') } });
  });

  it('counts requests by provider and status, also those that the provider did not answer', async () => {
    type Slot = { startTime: string; counts: { provider: string; status: number; requests: number }[] };
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const counted = async (status: number) => {
      const slots = await builder.get<Slot[]>(`/proxy-counts?step=1d&since=${since}`);
      const ofStatus = slots.flatMap(({ counts }) => counts).filter((one) => one.status === status);
      expect(ofStatus.every(({ provider: name }) => name === 'sandbox')).toBe(true);
      return ofStatus.reduce((sum, { requests }) => sum + requests, 0);
    };
    // No other case has these.
    provider.on('/withheld', (_request, response) => response.writeHead(451).end());
    provider.on('/mute', (request) => request.socket.destroy());
    await proxy.call('/withheld');
    await proxy.call('/withheld');
    expect(await proxy.call('/mute')).toMatchObject({ status: 502 });
    await eventually(async () => expect([await counted(451), await counted(502)]).toEqual([2, 1]));
    expect(await builder.call('GET', '/proxy-counts?step=1y')).toMatchObject({ status: 400 });
  });

  it('does not count a caller that leaves before the answer as a failure of the provider', async () => {
    const asked = new Promise<void>((resolve) => provider.on('/silent', () => resolve()));
    const gone = new AbortController();
    const waiting = fetch(`${platform.ready.proxyUrl}/silent`, {
      signal: gone.signal,
      headers: {
        'x-amp-proxy-version': '1',
        'x-amp-project-id': platform.ready.project.id,
        'x-amp-installation-id': installationId,
        'x-api-key': platform.ready.apiKey,
      },
    }).catch(() => 'left');
    await asked;
    gone.abort();
    expect(await waiting).toBe('left');
    const line = () =>
      platform
        .log()
        .split('\n')
        .find((one) => one.includes(installationId) && one.includes('"end":"aborted"') && !one.includes('"status"'));
    await eventually(async () => expect(line()).toContain('"msg":"proxied request"'));
    expect(line()).not.toContain('"problem"');
  });

  it('has one line in the log, without path, query and body', async () => {
    await proxy.call('/secret-path?secret=query');
    await eventually(async () =>
      expect(platform.log()).toMatch(new RegExp(`"installationId":"${installationId}".*"msg":"proxied request"`)),
    );
    expect(platform.log()).not.toMatch(/secret-path|secret=query/);
  });
});
