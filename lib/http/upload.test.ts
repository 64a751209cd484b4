import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { echo, MB, type StreamWorld, startStreamWorld } from '../../test/support/stream_world.ts';

describe('the upload of a streamed exchange', () => {
  let world: StreamWorld;
  beforeAll(async () => {
    world = await startStreamWorld();
  });
  beforeEach(() => world.begin());
  afterAll(() => world.close());

  it('of a stream is chunked, or has its declared length', async () => {
    world.on(echo);
    const chunked = await world.upload(Readable.from([Buffer.from('ab'), Buffer.from('cd')]));
    expect(await text(chunked.body)).toBe('abcd');
    expect(await chunked.ended).toEqual({ sent: 4, received: 4, end: 'complete' });
    expect(world.requests[0]?.headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    expect(world.requests[0]?.headers).not.toHaveProperty('content-length');
    await text((await world.upload(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), { contentLength: 4 })).body);
    expect(world.requests[1]?.headers).toMatchObject({ 'content-length': '4' });
    expect(world.requests[1]?.headers).not.toHaveProperty('transfer-encoding');
  });

  it('of bytes has their length', async () => {
    world.on(echo);
    const response = await world.upload(Buffer.from('abc'));
    expect(await text(response.body)).toBe('abc');
    expect(await response.ended).toEqual({ sent: 3, received: 3, end: 'complete' });
    expect(world.requests[0]?.headers).toMatchObject({ 'content-length': '3' });
  });

  it.each([
    ['nothing', []],
    ['empty chunks', [Buffer.alloc(0)]],
  ])('of a stream of %s is an empty body', async (_what, chunks) => {
    world.on(echo);
    expect(await text((await world.upload(Readable.from(chunks))).body)).toBe('');
    expect(world.requests[0]?.headers).toMatchObject({ 'content-length': '0' });
  });

  it('of a stream that ended before is an empty body', async () => {
    world.on(echo);
    const read = Readable.from([Buffer.from('x')]);
    await text(read);
    expect(await text((await world.upload(read)).body)).toBe('');
  });

  it.each([
    ['shorter', 5],
    ['longer', 3],
  ])('that is %s than declared never arrives as a whole', async (_how, contentLength) => {
    world.on((request, response) => request.resume().on('end', () => response.end('whole')));
    const body = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
    const failed = expect(world.upload(body, { contentLength })).rejects.toMatchObject({ name: 'OutboundError' });
    await failed;
    await pause(50);
    expect(world.requests.filter(({ complete }) => complete)).toEqual([]);
  });

  it('that is told to be too large is not begun, and one that becomes too large never arrives as a whole', async () => {
    world.on((request, response) => request.resume().on('end', () => response.end('whole')));
    const tooLarge = {
      name: 'OutboundError',
      reason: 'tooLarge',
      message: expect.stringContaining('larger than 3 bytes'),
    };
    await expect(world.upload(Buffer.from('abcd'), { maxRequestBytes: 3 })).rejects.toMatchObject(tooLarge);
    const told = Readable.from([Buffer.from('abcd')]);
    await expect(world.upload(told, { maxRequestBytes: 3, contentLength: 4 })).rejects.toMatchObject(tooLarge);
    expect(world.requests).toHaveLength(0);
    let seen = '';
    world.on((request) => void request.on('data', (chunk) => (seen += chunk)));
    const untold = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
    await expect(world.upload(untold, { maxRequestBytes: 3 })).rejects.toMatchObject(tooLarge);
    await pause(50);
    expect([seen.length <= 2, world.requests[0]?.complete]).toEqual([true, false]);
  });

  it('stops while the target does not read, and the exchange ends for that', async () => {
    world.on((_, response) => response.writeHead(200).flushHeaders());
    let given = 0;
    const body = new Readable({
      read() {
        given += MB;
        this.push(Buffer.alloc(MB));
      },
    });
    const { ended } = await world.upload(body, { idleMs: 400 });
    const { end, sent } = await ended;
    expect(end).toBe('idle');
    expect(sent).toBeLessThan(64 * MB);
    expect(given).toBeLessThan(64 * MB);
  });

  it('may go on after the head, for longer than the idle time', async () => {
    world.on(echo);
    const body = new PassThrough();
    body.write('a');
    const { body: answer, ended } = await world.upload(body, { idleMs: 500 });
    const reading = text(answer);
    for (let written = 0; written < 6; written += 1) {
      await pause(150);
      body.write('b');
    }
    body.end();
    expect(await reading).toBe('abbbbbb');
    expect(await ended).toMatchObject({ sent: 7, end: 'complete' });
  });

  it.each([
    ['keeps the connection', {}],
    ['closes the connection', { connection: 'close' }],
  ])('is ended by an answer before its end that %s, and its stream is left to its owner', async (_how, headers) => {
    world.on((_, response) => response.writeHead(413, headers).end('too much'));
    const body = new PassThrough();
    body.write('a');
    const { status, body: answer, ended } = await world.upload(body);
    expect([status, await text(answer)]).toEqual([413, 'too much']);
    expect(await ended).toEqual({ sent: 1, received: 8, end: 'complete' });
    await pause(20);
    expect([body.destroyed, body.isPaused(), body.listenerCount('data')]).toEqual([false, true, 0]);
    expect(await world.isReused()).toBe(false);
  });

  it('is not read any more once an answer refuses it', async () => {
    world.on((_, response) => {
      response.writeHead(413, { connection: 'close' }).write('too');
      setTimeout(() => response.end(' much'), 200);
    });
    const body = new PassThrough();
    body.write('a');
    const { body: answer, ended } = await world.upload(body);
    body.write('b');
    expect(await text(answer)).toBe('too much');
    expect(await ended).toMatchObject({ sent: 1 });
  });

  it.each([
    ['fails', (body: PassThrough) => body.destroy(new Error('the client is gone'))],
    ['is cut off', (body: PassThrough) => body.destroy()],
  ])('whose source %s aborts the exchange, before the head and after it', async (_how, cut) => {
    world.on(() => undefined);
    const early = new PassThrough();
    early.write('a');
    const sending = expect(world.upload(early)).rejects.toMatchObject({ name: 'OutboundError', reason: 'aborted' });
    while (world.requests.length === 0) await pause(5);
    cut(early.on('error', () => undefined));
    await sending;
    world.on((_, response) => response.writeHead(200).flushHeaders());
    const late = new PassThrough();
    late.write('a');
    const { body, ended } = await world.upload(late);
    cut(late.on('error', () => undefined));
    await expect(text(body)).rejects.toMatchObject({ name: 'OutboundError', reason: 'aborted' });
    expect(await ended).toMatchObject({ end: 'aborted' });
    await pause(20);
    expect(world.requests.map(({ complete }) => complete)).toEqual([false, false]);
  });

  it('whose source is gone before it begins is aborted', async () => {
    const gone = new PassThrough().on('error', () => undefined);
    gone.destroy(new Error('gone'));
    await expect(world.upload(gone)).rejects.toMatchObject({ reason: 'aborted' });
  });
});
