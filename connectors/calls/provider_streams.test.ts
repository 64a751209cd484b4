import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MASK_TEXT } from '../../lib/http/secret_mask.ts';
import type { StreamRequest } from '../../lib/http/stream.ts';
import { createLog } from '../../lib/log/log.ts';
import type { EndedProviderCall } from '../../lib/telemetry/telemetry.ts';
import { aStream, echo, type StreamWorld, startStreamWorld } from '../../test/support/stream_world.ts';
import type { Provider } from '../engine/file/provider.ts';
import { createCallBudgets } from './call_budgets.ts';
import { type Meter, unmetered } from './meter.ts';
import type { ClosedBudget, Draw, PermitSource } from './permits.ts';
import { openProviderDoor } from './provider_door.ts';
import { RateLimitExhausted } from './rate_limit_exhausted.ts';

const HOUR = 3_600_000;

describe('a streamed call to a provider', () => {
  let world: StreamWorld;
  let door: ReturnType<typeof openProviderDoor>;
  let ended: EndedProviderCall[] = [];

  beforeAll(async () => {
    world = await startStreamWorld();
    const telemetry = { providerCall: (one: EndedProviderCall) => void ended.push(one) };
    door = openProviderDoor({ allow: [`127.0.0.1:${world.server.port}`], allowHttp: true, telemetry });
  });
  beforeEach(() => {
    world.begin();
    ended = [];
  });
  afterAll(async () => {
    await door.close();
    await world.close();
  });

  const call = (request: Partial<StreamRequest> = {}, about: { held?: string[]; meter?: Meter } = {}) =>
    door.streams(
      { held: about.held ?? [], meter: about.meter ?? unmetered },
      { ...aStream, url: `${world.server.origin}/v1/CANARY?api_key=key%2Fcanary-1`, ...request },
    );

  it('passes both bodies through, and is recorded once when its last byte has come', async () => {
    world.on(echo);
    const body = new PassThrough();
    body.write('abc');
    const response = await call({ method: 'REPORT', body });
    expect(ended).toEqual([]);
    body.end();
    expect(await text(response.body)).toBe('abc');
    expect(await response.ended).toEqual({ sent: 3, received: 3, end: 'complete' });
    const host = new URL(world.server.origin).host;
    expect(ended).toEqual([
      { host, method: 'REPORT', status: 200, failure: undefined, durationMs: expect.any(Number) },
    ]);
    expect(JSON.stringify(ended)).not.toMatch(/canary/i);
  });

  it('is recorded with how it was cut, or why there was no answer', async () => {
    world.on((_, response) => void response.write('x'));
    const { body, ended: over } = await call({ idleMs: 100 });
    await expect(text(body)).rejects.toMatchObject({ reason: 'timeout' });
    await over;
    world.on(() => undefined);
    await expect(call({ headTimeoutMs: 50 })).rejects.toMatchObject({ reason: 'timeout' });
    expect(ended).toMatchObject([
      { status: 200, failure: 'idle' },
      { status: undefined, failure: 'timeout' },
    ]);
  });

  it('S3: gives masks that know the secrets of its account, its headers, its query and a body in memory', async () => {
    world.respond(302, { location: 'https://acme.example/?was=at-canary-1' });
    const {
      headers,
      text: mask,
      value,
    } = await call(
      {
        method: 'POST',
        headers: [
          ['Authorization', 'Bearer at-canary-1'],
          ['Cookie', 'sid=cookie-canary-1'],
          ['Cookie', 'sid=cookie-canary-2'],
          ['Content-Type', 'application/json'],
        ],
        body: Buffer.from('{"client_secret":"cs-canary-1"}'),
      },
      { held: ['held-canary-1'] },
    );
    const location = headers.find(([name]) => name === 'location')?.[1] ?? '';
    expect(value(location)).toBe(`https://acme.example/?was=${MASK_TEXT}`);
    for (const secret of [
      'at-canary-1',
      'cookie-canary-1',
      'cookie-canary-2',
      'key/canary-1',
      'cs-canary-1',
      'held-canary-1',
    ])
      expect(mask(`Bad: ${secret}!`)).toBe(`Bad: ${MASK_TEXT}!`);
  });

  it('S3: masks what is thrown before the head, and the error of the answer body', async () => {
    world.on((_, response) => void response.socket?.end('SMTP at-canary-1\r\n\r\n'));
    const early = await call({ headers: [['Authorization', 'Bearer at-canary-1']] }).catch((error: Error) => error);
    expect(early).toMatchObject({ reason: 'protocol', cause: { data: expect.stringContaining(MASK_TEXT) } });
    expect(JSON.stringify(early)).not.toContain('canary');
    world.on((_, response) => {
      const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n';
      response.socket?.write(`${head}zz at-canary-1\r\n`);
    });
    const { body } = await call({ headers: [['Authorization', 'Bearer at-canary-1']] });
    const late = await text(body).catch((error: Error) => error);
    expect(late).toMatchObject({ reason: 'protocol', cause: { data: expect.stringContaining(MASK_TEXT) } });
  });

  describe('of a provider with a rate limit', () => {
    const provider = {
      name: 'acme',
      displayName: 'Acme',
      rateLimit: { limit: 'X-Limit', remaining: 'X-Left', reset: 'X-Reset', resetUnit: 'seconds' },
      errors: [{ status: [503], header: { name: 'X-Throttled' }, kind: 'rateLimit' }],
    } as unknown as Provider;

    /** Budgets whose owner grants `free` permits and then says when the next ones come. */
    function limited(free: number, whenExhausted?: 'send') {
      const said = { draws: [] as Draw[], closed: [] as (number | undefined)[], lines: [] as string[] };
      const state = { free, isUnavailable: false };
      const permits: PermitSource = {
        async draw(_of, draw) {
          if (state.isUnavailable) throw new Error('the budgets are away');
          said.draws.push(draw);
          const count = Math.min(state.free, 1);
          state.free -= count;
          if (count === 0) return { permits: null, waitMs: HOUR };
          return { permits: { count, first: 1, time: 0, liveMs: HOUR, arriveMs: HOUR }, waitMs: 0 };
        },
        close: async (_of, askedMs) => void said.closed.push(askedMs),
        listClosed: async (): Promise<ClosedBudget[]> => [],
      };
      let now = 0;
      const budgets = createCallBudgets({
        permits,
        clock: { now: () => 1_800_000_000_000 },
        log: createLog({ service: 'writes', sink: { write: (line: string) => void said.lines.push(line) } }),
        timer: { now: () => (now += 10_000), sleep: async () => undefined },
      });
      const allowed = [{ requests: 1, perSeconds: 3_600 }];
      const meter = () =>
        budgets.ofData({
          provider: { ...provider, rateLimit: { ...provider.rateLimit, allowed } } as Provider,
          caller: { projectId: 'p', connectionId: 'c' },
          isInteractive: true,
          maxWaitMs: () => 0,
          whenExhausted,
        });
      return { ...said, state, meter };
    }
    const answered = async (meter: Meter) => text((await call({}, { meter })).body);

    it('takes a permit before it is sent, and is refused without one', async () => {
      world.respond(200, {}, 'ok');
      const { meter, draws } = limited(1);
      expect(await answered(meter())).toBe('ok');
      await expect(answered(meter())).rejects.toBeInstanceOf(RateLimitExhausted);
      expect([draws.length, world.requests.length, ended.length]).toEqual([2, 1, 1]);
    });

    it('is counted when a permit is free and goes out when none is, if the caller says so', async () => {
      world.respond(200, {}, 'ok');
      const { meter, draws, state, lines } = limited(1, 'send');
      for (let times = 0; times < 3; times += 1) expect(await answered(meter())).toBe('ok');
      expect([draws.length, state.free, world.requests.length]).toEqual([3, 0, 3]);
      expect(lines).toEqual([]);
      state.free = 1;
      expect(await answered(meter())).toBe('ok');
      expect(state.free).toBe(0);
    });

    it('goes out while the budgets are unavailable as well, with a log line', async () => {
      world.respond(200, {}, 'ok');
      const { meter, state, lines } = limited(0, 'send');
      state.isUnavailable = true;
      expect(await answered(meter())).toBe('ok');
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
        expect.objectContaining({ level: 'warn', msg: 'call not counted', provider: 'acme', projectId: 'p' }),
      ]);
    });

    it('reports the headers of its limit', async () => {
      world.respond(200, { 'X-Limit': '100', 'X-Left': '3', 'X-Reset': '60' });
      const { meter, draws } = limited(2);
      await answered(meter());
      await answered(meter());
      expect(draws[1]?.headers).toMatchObject({ limit: 100, remaining: 3, msUntilReset: 60_000, number: 1 });
    });

    it.each([
      ['a 429', 429, { 'retry-after': '7' }],
      ['what the file calls one', 503, { 'x-throttled': 'yes', 'retry-after': '7' }],
    ])("closes the budget by the head of %s, and the body is still the caller's", async (_what, status, headers) => {
      world.respond(status, headers, 'slow down');
      const { meter, closed } = limited(1);
      expect(await answered(meter())).toBe('slow down');
      expect(closed).toEqual([7_000]);
    });

    it.each([200, 401, 404, 500, 503])('closes nothing by a %i', async (status) => {
      world.respond(status, {}, 'as it is');
      const { meter, closed } = limited(1);
      expect(await answered(meter())).toBe('as it is');
      expect(closed).toEqual([]);
    });
  });
});
