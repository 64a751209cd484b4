import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sentinel, startHttp } from '../../test/support/sentinel.ts';
import { type OutboundClient, type OutboundRequest, outboundClient } from './outbound.ts';

describe('the outbound client', () => {
  let server: Sentinel;
  let client: OutboundClient;
  let answer: RequestListener;
  let received: { request: IncomingMessage; body: string }[] = [];

  beforeAll(async () => {
    server = await startHttp('127.0.0.1', async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      received.push({ request, body });
      answer(request, response);
    });
    client = outboundClient({ allow: [`127.0.0.1:${server.port}`], allowHttp: true, connectionsPerOrigin: 3 });
  });
  afterEach(() => {
    received = [];
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });
  const send = (request: Partial<OutboundRequest> = {}) =>
    client.send({ method: 'GET', url: `${server.origin}/a?b=c`, ...request });
  const answerWith = (headers: Record<string, string | string[]>, body: string | Buffer = '', status = 200) => {
    answer = (_, response: ServerResponse) => response.writeHead(status, headers).end(body);
  };

  it('sends a body and brings back status, headers and text', async () => {
    answerWith({ 'X-Many': ['1', '2'], 'content-type': 'application/json' }, '{"ok":"é€😀"}', 201);
    const response = await send({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"a":"ü"}' });
    expect(response).toMatchObject({ status: 201, headers: { 'x-many': '1, 2' }, text: '{"ok":"é€😀"}' });
    expect(received[0]).toMatchObject({ body: '{"a":"ü"}', request: { method: 'POST', url: '/a?b=c' } });
  });

  it('counts every status as a response and follows nothing', async () => {
    for (const status of [301, 302, 303, 307, 308, 404, 500]) {
      answerWith({ location: `${server.origin}/elsewhere` }, '', status);
      await expect(send()).resolves.toMatchObject({ status });
    }
    expect(received.map(({ request }) => request.url)).toEqual(Array(7).fill('/a?b=c'));
  });

  it('decides the headers of the connection itself', async () => {
    answerWith({});
    const smuggled = {
      host: 'internal',
      'Content-Length': '1',
      connection: 'upgrade',
      'Transfer-Encoding': 'chunked',
      TE: 'trailers',
      Upgrade: 'h2c',
      'Proxy-Authorization': 'x',
      expect: '100-continue',
      'Keep-Alive': 'x',
      Authorization: 'Bearer mine',
    };
    await send({ method: 'POST', headers: smuggled, body: 'four' });
    const { headers } = received[0]?.request ?? { headers: {} };
    expect(headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      'content-length': '4',
      authorization: 'Bearer mine',
    });
    for (const name of ['transfer-encoding', 'te', 'upgrade', 'proxy-authorization', 'expect', 'keep-alive'])
      expect(headers).not.toHaveProperty(name);
  });

  it.each([
    { 'x-a': 'b\r\nx-evil: 1' },
    { 'x-a': 'b\nx-evil: 1' },
    { 'x-a': 'b\0' },
    { 'x-a\r\nx-evil': '1' },
    { 'x a': '1' },
    { 'x-a:': '1' },
    { '': '1' },
    { 'x-a': 'ünïcode' },
    { 'x-a': 'a'.repeat(17_000) },
  ])('refuses the header %j', async (headers) => {
    await expect(send({ headers: headers as Record<string, string> })).rejects.toMatchObject({ reason: 'protocol' });
    expect(received).toHaveLength(0);
  });

  it.each(['CONNECT', 'TRACE', 'GET / HTTP/1.1\r\nx:', 'get'])('refuses the method %j', async (method) => {
    await expect(send({ method })).rejects.toMatchObject({ reason: 'protocol' });
    expect(received).toHaveLength(0);
  });

  it.each([
    ['gzip', gzipSync('packed')],
    ['br', brotliCompressSync('packed')],
    ['deflate', deflateSync('packed')],
    ['deflate', deflateRawSync('packed')],
    ['deflate, gzip', gzipSync(deflateSync('packed'))],
    ['identity', Buffer.from('packed')],
  ])('unpacks %s', async (encoding, body) => {
    answerWith({ 'content-encoding': encoding }, body);
    await expect(send()).resolves.toMatchObject({ text: 'packed' });
  });

  it.each([
    ['compress', Buffer.from('x')],
    ['gzip', Buffer.from('not gzip')],
    ['gzip', gzipSync('packed').subarray(0, 12)],
    ['gzip, gzip, gzip', gzipSync('a')],
  ])('refuses %s that it cannot unpack', async (encoding, body) => {
    answerWith({ 'content-encoding': encoding }, body);
    await expect(send()).rejects.toMatchObject({ reason: 'protocol' });
  });

  it('takes an empty answer that names an encoding', async () => {
    answerWith({ 'content-encoding': 'gzip' }, '', 204);
    await expect(send()).resolves.toMatchObject({ status: 204, text: '' });
  });

  it('reads the charset a response names', async () => {
    answerWith({ 'content-type': 'text/plain; charset=ISO-8859-1' }, Buffer.from([0xfc]));
    await expect(send()).resolves.toMatchObject({ text: 'ü' });
  });

  it.each(['utf-8', 'utf-16le'] as const)(
    'S12: decodes megabytes of %s whose characters lie between portions',
    async (charset) => {
      const text = `a${'é☃🙂'.repeat(100_000)}`;
      answerWith({ 'content-type': `text/plain; charset=${charset}` }, Buffer.from(text, charset));
      expect((await send()).text === text).toBe(true);
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateRawSync],
  ] as const)('S12: unpacks megabytes of %s, and refuses what is cut', async (encoding, pack) => {
    const text = `a${'é☃🙂'.repeat(100_000)}`;
    const packed = pack(Buffer.from(text));
    answerWith({ 'content-encoding': encoding }, packed);
    expect((await send()).text === text).toBe(true);
    answerWith({ 'content-encoding': encoding }, packed.subarray(0, -6));
    await expect(send()).rejects.toMatchObject({ reason: 'protocol' });
  });

  it('ends an answer that drips', async () => {
    answer = (_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.writeHead(200).on('close', () => clearInterval(drip));
    };
    await expectWithin(3_000, send({ timeoutMs: 300 }), 'timeout');
  });

  it('ends an answer whose head never comes, or comes in drips', async () => {
    answer = () => undefined;
    await expectWithin(3_000, send({ headTimeoutMs: 200 }), 'timeout');
    answer = (_, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\nx-a: ');
      const drip = setInterval(() => response.socket?.write('b'), 20);
      response.socket?.on('close', () => clearInterval(drip));
    };
    await expectWithin(3_000, send({ headTimeoutMs: 200 }), 'timeout');
  });

  it('gives a body its own time after a head that came in time', async () => {
    answer = (_, response) => {
      response.writeHead(200).flushHeaders();
      setTimeout(() => response.end('late'), 300);
    };
    await expect(send({ headTimeoutMs: 200, timeoutMs: 2_000 })).resolves.toMatchObject({ text: 'late' });
  });

  it('stops when its caller does', async () => {
    answer = () => undefined;
    await expectWithin(3_000, send({ signal: AbortSignal.timeout(100) }), 'aborted');
    await expectWithin(3_000, send({ signal: AbortSignal.abort() }), 'aborted');
  });

  it('refuses an answer that is too large, told or untold, and an endless one', async () => {
    answerWith({}, 'x'.repeat(2_000));
    await expect(send({ maxBytes: 1_000 })).rejects.toMatchObject({ reason: 'tooLarge' });
    answer = (_, response) => pour(response);
    await expectWithin(5_000, send({ maxBytes: 1_000_000 }), 'tooLarge');
  });

  it('refuses a gzip bomb by what it would become', async () => {
    answerWith({ 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50_000_000)));
    await expectWithin(5_000, send({ maxBytes: 1_000_000 }), 'tooLarge');
    answerWith({ 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(Buffer.alloc(50_000_000))));
    await expectWithin(5_000, send({ maxBytes: 1_000_000 }), 'tooLarge');
  });

  it('cuts a large answer when asked to', async () => {
    answerWith({}, 'x'.repeat(2_000));
    await expect(send({ maxBytes: 1_000, cutBody: true })).resolves.toMatchObject({
      status: 200,
      text: 'x'.repeat(1_000),
    });
    answer = (_, response) => pour(response);
    await expect(send({ maxBytes: 1_000, cutBody: true })).resolves.toMatchObject({
      status: 200,
      text: 'x'.repeat(1_000),
    });
  });

  it('tells a broken answer from a broken connection', async () => {
    answer = (_, response) => response.socket?.end('SMTP 220 hello\r\n\r\n');
    await expect(send()).rejects.toMatchObject({ reason: 'protocol' });
    answer = (_, response) => response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`);
    await expect(send()).rejects.toMatchObject({ reason: 'protocol' });
    answer = (_, response) => response.socket?.destroy();
    await expect(send()).rejects.toMatchObject({ reason: 'connect' });
  });

  it('holds no more connections to one origin than it may', async () => {
    const held: (() => void)[] = [];
    let max = 0;
    answer = (_, response) => {
      held.push(() => response.end());
      max = Math.max(max, held.length);
    };
    let isDone = false;
    const all = Promise.all(Array.from({ length: 30 }, () => send())).finally(() => (isDone = true));
    // Each group is answered when as many are held as ever will be: three of 30, never a fourth.
    for (let left = 30; left > 0; left -= 3) {
      while (held.length < 3 && !isDone) await pause(1);
      await pause(20);
      expect(held).toHaveLength(3);
      for (const end of held.splice(0)) end();
    }
    await all;
    expect(max).toBe(3);
  });

  it('ends what is running when it is closed', async () => {
    answer = () => undefined;
    const closing = outboundClient({ allow: ['127.0.0.0/8'], allowHttp: true });
    const running = closing.send({ method: 'GET', url: server.origin });
    const ended = expect(running).rejects.toMatchObject({ name: 'OutboundError', reason: 'aborted' });
    await pause(50);
    await closing.close();
    await ended;
  });
});

async function expectWithin(ms: number, sending: Promise<unknown>, reason: string): Promise<void> {
  const start = performance.now();
  await expect(sending).rejects.toMatchObject({ name: 'OutboundError', reason });
  expect(performance.now() - start).toBeLessThan(ms);
}

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write('x'.repeat(65_536)));
  response.once('drain', () => pour(response));
}
