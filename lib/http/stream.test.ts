import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import process from 'node:process';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aStream, echo, MB, type StreamWorld, startStreamWorld } from '../../test/support/stream_world.ts';
import { guardTransactions, runInScope } from '../db/transaction_guard.ts';
import { outboundClient } from './outbound.ts';

describe('a streamed exchange', () => {
  let world: StreamWorld;
  beforeAll(async () => {
    world = await startStreamWorld();
  });
  beforeEach(() => world.begin());
  afterAll(() => world.close());

  describe('the head', () => {
    it('is sent in the given order and spelling, with repeats, and with nothing but the framing added', async () => {
      world.respond(200, {});
      const headers = [
        ['X-B', '2'],
        ['x-a', '1'],
        ['X-B', '3'],
        ['Accept-Encoding', 'zstd'],
        ['X.Dot!', 'tab\tand \xfc'],
        ['Content-Length', '7'],
        ['Host', 'internal'],
        ['Transfer-Encoding', 'chunked'],
        ['Connection', 'upgrade'],
        ['Expect', '100-continue'],
        ['Proxy-Authorization', 'x'],
      ] as const;
      await text((await world.stream({ headers })).body);
      expect(world.requests[0]?.rawHeaders).toEqual(
        ['host', `127.0.0.1:${world.server.port}`, 'connection', 'keep-alive'].concat(
          headers.slice(0, 5).flatMap((pair) => [...pair]),
        ),
      );
      expect(world.requests[0]?.url).toBe('/a?b=c');
    });

    it.each([
      ['x-a', 'b\r\nx-evil: 1'],
      ['x-a', 'b\nx'],
      ['x-a', 'b\0'],
      ['x-a', '€'],
      ['x-a\r\nx-evil', '1'],
      ['x a', '1'],
      ['x:', '1'],
      ['', '1'],
      ['x-a', 'a'.repeat(17_000)],
    ])('with %j: %j is refused before anything is sent', async (name, value) => {
      const accepts = world.server.accepts();
      await expect(world.stream({ headers: [[name, value]], account: 'bad' })).rejects.toMatchObject({
        name: 'OutboundError',
        reason: 'protocol',
        cause: { message: expect.stringMatching(/header.* is not valid/) },
      });
      expect(world.server.accepts()).toBe(accepts);
    });

    it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT', 'PURGE'])(
      'may say %s',
      async (method) => {
        world.on(echo);
        const response = await world.stream({ method, body: Readable.from([Buffer.from('abc')]) });
        expect(await text(response.body)).toBe('abc');
        expect(world.requests[0]?.method).toBe(method);
      },
    );

    it.each(['CONNECT', 'TRACE', 'trace', 'GET / HTTP/1.1\r\nx:', 'A B', ''])('may not say %j', async (method) => {
      await expect(world.stream({ method })).rejects.toMatchObject({ name: 'OutboundError', reason: 'protocol' });
      expect(world.requests).toHaveLength(0);
    });

    it('comes back as it was received, with repeats and spelling', async () => {
      world.respond(200, { 'Set-Cookie': ['a=1', 'b=2'], 'X-Odd': 'ü' });
      const { headers, body } = await world.stream();
      await text(body);
      expect(headers.filter(([name]) => /^(set-cookie|x-odd)$/i.test(name))).toEqual([
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['X-Odd', 'ü'],
      ]);
    });

    it.each([301, 302, 307, 404, 500])('of %i is a response, and nothing is followed', async (status) => {
      world.respond(status, { location: `${world.server.origin}/elsewhere` }, 'x');
      const response = await world.stream();
      expect([response.status, await text(response.body)]).toEqual([status, 'x']);
      expect(world.requests).toHaveLength(1);
    });

    it('may follow informational ones', async () => {
      world.on((_, response) => response.writeEarlyHints({ link: '</a>; rel=preload' }, () => response.end('x')));
      const response = await world.stream();
      expect([response.status, await text(response.body)]).toEqual([200, 'x']);
    });

    it('has a deadline from the call, whatever is uploaded meanwhile', async () => {
      world.on((request) => void request.resume());
      const drip = new PassThrough();
      const dripping = setInterval(() => drip.write('.'), 20);
      await expect(world.upload(drip, { headTimeoutMs: 300 })).rejects.toMatchObject({ reason: 'timeout' });
      clearInterval(dripping);
    });
  });

  describe('the answer body', () => {
    it('is not decompressed', async () => {
      const packed = gzipSync('packed');
      world.respond(200, { 'content-encoding': 'gzip' }, packed);
      const { headers, body, ended } = await world.stream();
      expect(await buffer(body)).toEqual(packed);
      expect(headers.map(([name, value]) => [name.toLowerCase(), value])).toContainEqual(['content-encoding', 'gzip']);
      expect(await ended).toEqual({ sent: 0, received: packed.length, end: 'complete' });
    });

    it.each([
      ['HEAD', 200, { 'content-length': '2000000000' }],
      ['GET', 204, {}],
      ['GET', 304, { 'content-length': '2000000000', etag: '"a"' }],
    ])('of %s with status %i is empty', async (method, status, headers) => {
      world.respond(status, headers);
      const response = await world.stream({ method });
      expect([response.status, await text(response.body)]).toEqual([status, '']);
      expect(await response.ended).toEqual({ sent: 0, received: 0, end: 'complete' });
    });

    it('stops the socket of the target while its reader stops', async () => {
      let poured = 0;
      world.on((_, response) => {
        const pour = () => {
          if (poured < 256 * MB)
            for (poured += MB; response.write(Buffer.alloc(MB)) && poured < 256 * MB; poured += MB);
        };
        response.on('drain', pour);
        pour();
      });
      const { body, ended } = await world.stream();
      await once(body, 'readable');
      let before = -1;
      while (before < poured) {
        before = poured;
        await pause(200);
      }
      expect(poured).toBeLessThan(64 * MB); // what the buffers of the two sockets take
      body.destroy();
      expect(await ended).toMatchObject({ end: 'aborted' });
    });

    it('that drips and then stops is ended, while one that drips goes on', async () => {
      world.on((_, response) => {
        let left = 6;
        response.writeHead(200).flushHeaders();
        const drip = setInterval(() => (left-- > 0 ? response.write('.') : clearInterval(drip)), 150);
      });
      const { body, ended } = await world.stream({ idleMs: 500 });
      const chunks: Buffer[] = [];
      const reading = (async () => {
        for await (const chunk of body) chunks.push(chunk as Buffer);
      })();
      await expect(reading).rejects.toMatchObject({ name: 'OutboundError', reason: 'timeout' });
      expect(Buffer.concat(chunks).toString()).toBe('......'); // 900 ms of drips, over three half idle times
      expect(await ended).toEqual({ sent: 0, received: 6, end: 'idle' });
    });

    it.each([
      ['with a length', { 'content-length': '10' }],
      ['in chunks', {}],
    ])('%s that is cut fails', async (_how, headers) => {
      world.on((_, response) => {
        response.writeHead(200, headers).write('half');
        setTimeout(() => response.socket?.destroy(), 50);
      });
      const { body, ended } = await world.stream();
      await expect(text(body)).rejects.toMatchObject({ name: 'OutboundError', reason: 'connect' });
      expect(await ended).toEqual({ sent: 0, received: 4, end: 'cutByProvider' });
    });

    it('that breaks HTTP is cut', async () => {
      world.on(
        (_, response) => void response.socket?.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
      );
      const { body, ended } = await world.stream();
      await expect(text(body)).rejects.toMatchObject({ name: 'OutboundError', reason: 'protocol' });
      expect(await ended).toMatchObject({ end: 'cutByProvider' });
    });

    it('that fails before anybody listens fails nobody else', async () => {
      world.on((_, response) => {
        response.writeHead(200, { 'content-length': '10' }).write('half');
        setTimeout(() => response.socket?.destroy(), 20);
      });
      const { body, ended } = await world.stream();
      expect(await ended).toMatchObject({ end: 'cutByProvider' });
      await pause(20);
      await expect(text(body)).rejects.toMatchObject({ reason: 'connect' });
    });

    it('that is larger than told is no response, and one that becomes larger is ended', async () => {
      world.respond(200, { 'content-length': '2000' }, 'x'.repeat(2_000));
      await expect(world.stream({ maxResponseBytes: 1_999 })).rejects.toMatchObject({ reason: 'tooLarge' });
      expect(await text((await world.stream({ maxResponseBytes: 2_000 })).body)).toHaveLength(2_000);
      world.on((_, response) => {
        response.write('x'.repeat(1_000));
        setTimeout(() => response.end('y'), 50);
      });
      const { body, ended } = await world.stream({ maxResponseBytes: 1_000 });
      await expect(text(body)).rejects.toMatchObject({ name: 'OutboundError', reason: 'tooLarge' });
      expect(await ended).toMatchObject({ received: 1_001, end: 'tooLarge' });
    });

    it('gives its connection back when it ends, though it is not read to its end', async () => {
      world.respond(200, {}, 'short');
      const { body, ended } = await world.stream();
      expect(await ended).toMatchObject({ end: 'complete' });
      body.destroy();
      expect(await world.isReused()).toBe(true);
    });

    it('that is destroyed destroys its connection at once', async () => {
      const closed = new Promise((resolve) => {
        world.on((_, response) => {
          response.write('x');
          response.on('close', resolve);
        });
      });
      const { body, ended } = await world.stream();
      await once(body, 'data');
      body.destroy();
      await closed;
      expect(await ended).toEqual({ sent: 0, received: 1, end: 'aborted' });
      expect(await world.isReused()).toBe(false);
    });
  });

  describe('the caller', () => {
    it('ends it by a signal, before the head and after it', async () => {
      world.on(() => undefined);
      await expect(world.stream({ signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'aborted' });
      await expect(world.stream({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ reason: 'aborted' });
      const closed = new Promise((resolve) => {
        world.on((_, response) => {
          response.write('x');
          response.on('close', resolve);
        });
      });
      const controller = new AbortController();
      const { body, ended } = await world.stream({ signal: controller.signal });
      controller.abort(new Error('enough'));
      await expect(text(body)).rejects.toMatchObject({ name: 'OutboundError', reason: 'aborted' });
      expect(await ended).toMatchObject({ end: 'aborted' });
      await closed;
    });

    it('who aborts frees the connection for the next of its account', async () => {
      world.on(() => undefined);
      const signal = AbortSignal.timeout(200);
      const held = [world.stream({ signal }), world.stream({ signal }), world.stream({ signal })];
      await Promise.all(held.map((one) => expect(one).rejects.toMatchObject({ reason: 'aborted' })));
      world.respond(200, {}, 'free');
      expect(await text((await world.stream()).body)).toBe('free');
    });

    it('holds up no other account, and no call without one, by streams that hang', async () => {
      const held: ServerResponse[] = [];
      world.on((_, response) => {
        held.push(response);
        response.write('x');
      });
      const streams = [await world.stream({ account: 'hangs' }), await world.stream({ account: 'hangs' })];
      world.respond(200, {}, 'y');
      await expect(world.stream({ account: 'hangs', headTimeoutMs: 200 })).rejects.toMatchObject({ reason: 'timeout' });
      expect(await text((await world.stream({ account: 'other' })).body)).toBe('y');
      const url = world.server.origin;
      await expect(world.client.send({ method: 'GET', url })).resolves.toMatchObject({ text: 'y' });
      await expect(world.client.send({ method: 'GET', url, account: 'third' })).resolves.toMatchObject({ text: 'y' });
      for (const { body } of streams) body.destroy();
    });

    it('may not be in a transaction', async () => {
      guardTransactions();
      await expect(runInScope({ open: true }, () => world.stream())).rejects.toThrow(/inside a transaction/);
    });

    it('is told when the client is closed', async () => {
      world.on((_, response) => void response.write('x'));
      const closing = outboundClient({ allow: ['127.0.0.0/8'], allowHttp: true });
      const { body, ended } = await closing.stream({ ...aStream, url: world.server.origin });
      const failed = expect(text(body)).rejects.toMatchObject({ name: 'OutboundError', reason: 'aborted' });
      await closing.close();
      await failed;
      expect(await ended).toMatchObject({ end: 'aborted' });
    });
  });

  describe('of 256 MB', () => {
    it('down takes no more memory than a small one', async () => {
      world.on((_, response) => void pieces(256).pipe(response));
      const { grown, result } = await measured(async () => {
        const response = await world.stream();
        for await (const _ of response.body);
        return response.ended;
      });
      expect(result).toEqual({ sent: 0, received: 256 * MB, end: 'complete' });
      expect(grown).toBeLessThan(128 * MB);
    });

    it.each([undefined, 256 * MB])('up takes no more memory, with the declared length %p', async (contentLength) => {
      world.respond(200, {}, 'got it');
      const { grown, result } = await measured(async () => {
        const response = await world.upload(pieces(256), { contentLength, headTimeoutMs: 60_000 });
        await text(response.body);
        return response.ended;
      });
      expect(result).toEqual({ sent: 256 * MB, received: 6, end: 'complete' });
      expect(grown).toBeLessThan(128 * MB);
    });
  });
});

function pieces(megabytes: number): Readable {
  let left = megabytes * 16;
  return new Readable({
    read() {
      this.push(left-- > 0 ? Buffer.alloc(MB / 16) : null);
    },
  });
}

/** The largest growth of heap and buffers while the work runs. Bytes. */
async function measured<T>(work: () => Promise<T>): Promise<{ grown: number; result: T }> {
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const [before, sizes] = [used(), [0]];
  const sampling = setInterval(() => sizes.push(used() - before), 10);
  const result = await work().finally(() => clearInterval(sampling));
  return { grown: Math.max(...sizes), result };
}
