import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkDeclared } from '../support/declared_answers.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const WINDOW = 3;
const PATH = '/v1/projects/demo';

/** The gateway process counts the limits; both forms have one gateway here. */
describe('rate limits of the API', () => {
  let platform: TestPlatform;
  const limits = { caller: 0, address: 0, refused: 0, proxies: '' };

  async function start(settings: Partial<typeof limits>): Promise<void> {
    const { caller, address, refused, proxies } = { ...limits, ...settings };
    platform = await startTestPlatform({
      CAUSEWAY_GATEWAY_RATE_LIMITS: '1',
      CAUSEWAY_GATEWAY_RATE_PER_CALLER: String(caller),
      CAUSEWAY_GATEWAY_RATE_PER_ADDRESS: String(address),
      CAUSEWAY_GATEWAY_RATE_REFUSED: String(refused),
      CAUSEWAY_GATEWAY_RATE_WINDOW_SECONDS: String(WINDOW),
      CAUSEWAY_GATEWAY_TRUSTED_PROXIES: proxies,
      CAUSEWAY_GATEWAY_CORS_ORIGINS: '*',
    });
  }

  async function ask(headers: Record<string, string> = {}, path = PATH): Promise<Answer> {
    const answer = await request(platform.origin, 'GET', path, { headers });
    if (path.startsWith('/v1')) checkDeclared('GET', path, answer);
    return answer;
  }
  const key = () => ({ 'x-api-key': platform.ready.apiKey });
  const times = async (count: number, send: () => Promise<Answer>) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i += 1) statuses.push((await send()).status);
    return statuses;
  };

  function expectLimited(answer: Answer): void {
    expect([answer.status, answer.type]).toEqual([429, 'application/problem+json']);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(WINDOW);
    expect(answer.body).toMatchObject({ retryable: true, subsystem: 'api', remedy: expect.any(String) });
    const wait = Date.parse(String(answer.body['retryAfter'])) - Date.parse(String(answer.body['time']));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(WINDOW * 1_000);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }

  describe('of one key', () => {
    beforeAll(() => start({ caller: 3 }));
    afterAll(() => platform.stop());

    it('accept what is allowed, return what remains, refuse the rest, and start again', async () => {
      const left: unknown[] = [];
      for (let i = 0; i < 3; i += 1) left.push((await ask(key())).headers.get('ratelimit-remaining'));
      expect(left).toEqual(['2', '1', '0']);
      const refused = await ask(key());
      expectLimited(refused);
      expect(refused.headers.get('ratelimit-limit')).toBe('3');
      expect(Number(refused.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(WINDOW);
      await sleep(Date.parse(String(refused.body['retryAfter'])) - Date.now() + 50);
      expect((await ask(key())).status).toBe(200);
    });

    it('do not affect another caller, nor operations without credentials', async () => {
      await times(4, () => ask(key()));
      expect((await ask(key())).status).toBe(429);
      expect((await ask({ authorization: `Bearer ${platform.ready.bearerToken}` })).status).toBe(200);
      expect(await times(5, () => ask({}, '/v1/providers/hubspot'))).toEqual([200, 200, 200, 200, 200]);
    });
  });

  describe('from one address', () => {
    beforeAll(() => start({ address: 4 }));
    afterAll(() => platform.stop());

    it('apply before the caller is known, and exempt the health checks', async () => {
      await times(4, () => ask({ 'x-api-key': 'cwk_wrong' }));
      expectLimited(await ask(key()));
      expectLimited(await ask({}, '/v1/nothing'));
      expect((await ask({}, '/healthz')).status).toBe(200);
      expect((await ask({}, '/readyz')).status).toBe(200);
    });

    it('trust no unknown proxy', async () => {
      await times(4, () => ask());
      expect((await ask({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
    });

    it('return a refusal that browsers can read', async () => {
      await times(4, () => ask());
      const answer = await ask({ origin: 'https://app.example.com' });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
    });
  });

  describe('behind trusted proxies', () => {
    beforeAll(() => start({ address: 2, proxies: '127.0.0.0/8, ::1, 10.0.0.0/8' }));
    afterAll(() => platform.stop());
    const from = (forwarded: string) => () => ask({ 'x-forwarded-for': forwarded });

    it('count each client separately, and an IPv6 network as one', async () => {
      expect(await times(3, from('203.0.113.1'))).toEqual([401, 401, 429]);
      expect(await times(2, from('203.0.113.2'))).toEqual([401, 401]);
      expect(await times(2, from('2001:db8:1:2::a'))).toEqual([401, 401]);
      expect(await times(1, from('2001:db8:1:2:ffff::b'))).toEqual([429]);
      expect(await times(1, from('2001:db8:1:3::a'))).toEqual([401]);
    });

    it('use the last hop that no trusted proxy vouches for, not what a client adds in front of it', async () => {
      expect(await times(3, from('198.51.100.1, 203.0.113.5, 10.1.2.3'))).toEqual([401, 401, 429]);
      expect(await times(1, from('198.51.100.77, 203.0.113.5, 10.1.2.3'))).toEqual([429]);
    });
  });

  describe('of refused credentials', () => {
    beforeAll(() => start({ refused: 3 }));
    afterAll(() => platform.stop());

    it('stop a client that guesses, and nobody who has already been accepted', async () => {
      expect((await ask(key())).status).toBe(200);
      expect(await times(3, () => ask({ 'x-api-key': 'cwk_guess' }))).toEqual([401, 401, 401]);
      expectLimited(await ask({ 'x-api-key': 'cwk_another' }));
      expectLimited(await ask({ authorization: 'Bearer a.b.c' }));
      expect((await ask(key())).status).toBe(200);
      expect((await ask()).status).toBe(401);
    });

    it('also count for addresses without a project', async () => {
      await sleep(WINDOW * 1_000 + 100);
      const known = () => ask({ authorization: `Bearer ${platform.ready.bearerToken}` }, '/v1/my-info');
      expect((await known()).status).toBe(200);
      const guess = () => ask({ authorization: 'Bearer a.b.c' }, '/v1/my-info');
      expect(await times(4, guess)).toEqual([401, 401, 401, 429]);
      expect((await known()).status).toBe(200);
    });

    it('start again after the window', async () => {
      await sleep(WINDOW * 1_000 + 100);
      expect((await ask({ 'x-api-key': 'cwk_guess' })).status).toBe(401);
    });
  });
});
