import { describe, expect, it } from '@jest/globals';
import { createLog } from '../../lib/log/log.ts';
import { newBudget, type RateBudget, type RateBudgetStore } from '../../services/installation/budgets/rate_budget.ts';
import { makePermitSource } from '../../services/installation/budgets/rate_budgets.ts';
import type { CallAuth } from '../../services/reads/installation.ts';
import type { ReadRun } from '../../services/reads/pages/pages_to_commit.ts';
import { makePageMeter } from '../../services/reads/pages/prefetch_pages.ts';
import { ProviderFailure } from '../engine/answer/failure.ts';
import type { Provider } from '../engine/file/provider.ts';
import type { AuthClient } from './budget_keys.ts';
import { createCallBudgets } from './call_budgets.ts';
import { RateLimitExhausted } from './rate_limit_exhausted.ts';

const HOUR = 3_600_000;
const provider = {
  name: 'acme',
  rateLimit: { limit: 'x-limit', remaining: 'x-left', reset: 'x-reset', resetUnit: 'seconds' },
} as unknown as Provider;

/** A provider that allows one call and then none for `shutMs`. */
function world(shutMs: number) {
  const row: { budget: RateBudget; version: number } = { budget: newBudget, version: 0 };
  let now = 1_800_000_000_000;
  const slept: number[] = [];
  const lines: string[] = [];
  const rateBudgets = {
    read: async () => ({ ...row, now, aheadMs: 0 }),
    write: async (_of: unknown, _version: number, { budget }: { budget: RateBudget }) => {
      Object.assign(row, { budget, version: row.version + 1 });
      return true;
    },
    listClosed: async () => [],
  };
  const timer = {
    now: () => now,
    sleep: async (ms: number) => {
      slept.push(ms);
      now += ms;
    },
  };
  const budgets = createCallBudgets({
    permits: makePermitSource({ stores: { rateBudgets: rateBudgets as unknown as RateBudgetStore } }),
    clock: { now: () => now },
    log: createLog({ service: 'reads', sink: { write: (line: string) => void lines.push(line) } }),
    timer,
  });
  const run = {
    plan: { projectId: 'p', connectionId: 'c', objectName: 'contacts' },
    operation: { rateLimits: 1 },
  } as unknown as ReadRun;
  const auth = { providerAppId: null } as unknown as CallAuth;
  const page = makePageMeter(budgets)({ provider, run, auth, signal: new AbortController().signal });
  const headers = { 'x-limit': '1', 'x-left': '0', 'x-reset': String(shutMs / 1000) };
  const send = page.metered(async () => ({ status: 200, headers, text: '{}' }));
  return { page, rateBudgets, send: () => send({ method: 'GET', url: 'https://acme.example/' }), slept, lines };
}

describe('a page that was parked before', () => {
  it('waits in its middle for a limit that resets soon', async () => {
    const { send, slept } = world(10 * 60_000);
    await send();
    await send();
    expect(slept).toHaveLength(1);
  });

  it('does not occupy its worker for hours', async () => {
    const { send, slept } = world(5 * HOUR);
    await send();
    await expect(send()).rejects.toBeInstanceOf(RateLimitExhausted);
    expect(slept).toEqual([]);
  });
});

describe('an exhausted limit', () => {
  it('is read at most once a second by all waiting calls, and written only when it changed', async () => {
    const { send, rateBudgets } = world(5 * HOUR);
    const statements = { read: 0, write: 0 };
    const { read, write } = rateBudgets;
    rateBudgets.read = () => {
      statements.read += 1;
      return read();
    };
    rateBudgets.write = (...change) => {
      statements.write += 1;
      return write(...change);
    };
    await send();
    await expect(send()).rejects.toMatchObject({ waitMs: 5 * HOUR, scope: 'connection' });
    expect(statements).toEqual({ read: 1, write: 1 }); // from the header
    for (let asked = 0; asked < 10; asked += 1)
      await expect(send()).rejects.toMatchObject({ waitMs: 5 * HOUR, scope: 'connection' });
    expect(statements).toEqual({ read: 1, write: 1 });
  });
});

describe('a 429', () => {
  const refusal = new ProviderFailure('rateLimit', 'Too many calls.', { retryAfterMs: HOUR });

  it('closes the budget and logs nothing', async () => {
    const { page, rateBudgets, lines } = world(HOUR);
    await page.failed(refusal);
    const { budget, now } = await rateBudgets.read();
    expect(budget.closed?.until).toBe(now + HOUR);
    expect(lines).toEqual([]);
  });

  it('is no other failure when the database is unavailable, with a log line', async () => {
    const { page, rateBudgets, lines } = world(HOUR);
    rateBudgets.read = () => Promise.reject(new Error('the database is away'));
    await page.failed(refusal);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'rate limit not shared with other replicas',
        provider: 'acme',
        projectId: 'p',
        budget: 'connection:c',
        err: expect.objectContaining({ message: 'the database is away' }),
      }),
    ]);
  });
});

describe('calls about credentials', () => {
  const request = (host: string) => ({ method: 'POST', url: `https://${host}/token` });
  function calls() {
    const budgets = new Map<string, { budget: RateBudget; version: number }>();
    let now = 1_800_000_000_000;
    const read = async ({ key }: { key: string }) => {
      const row = budgets.get(key) ?? { budget: newBudget, version: 0 };
      budgets.set(key, row);
      return { ...row, now, aheadMs: 0 };
    };
    const write = async ({ key }: { key: string }, version: number, { budget }: { budget: RateBudget }) => {
      budgets.set(key, { budget, version: version + 1 });
      return true;
    };
    const listClosed = async () =>
      [...budgets].flatMap(([key, { budget }]) => {
        const waitMs = (budget.closed?.until ?? 0) - now;
        return waitMs > 0 ? [{ projectId: 'p', key, waitMs, aheadMs: 0 }] : [];
      });
    const rateBudgets = { read, write, listClosed } as unknown as RateBudgetStore;
    const timer = { now: () => now, sleep: async (ms: number) => void (now += ms) };
    const log = createLog({ service: 'installation', sink: { write: () => {} } });
    const permits = makePermitSource({ stores: { rateBudgets } });
    const made = createCallBudgets({ permits, clock: { now: () => now }, log, timer });
    const answer = async () => ({ status: 200, headers: {}, text: '{}' });
    const auth = (client: AuthClient) => made.ofAuth({ provider, projectId: 'p', client, maxWaitMs: () => 2_000 });
    const caller = { projectId: 'p', connectionId: 'c', providerAppId: 'app', objectName: 'contacts' };
    const data = () => made.ofData({ provider, caller, isInteractive: true, maxWaitMs: () => 0 });
    return { auth, data, answer };
  }
  const refusal = new ProviderFailure('rateLimit', 'Too many calls.', { retryAfterMs: HOUR });

  it('stop after a 429 for their app and host alone; calls about data go on, and the reverse', async () => {
    const { auth, data, answer } = calls();
    const first = auth({ providerAppId: 'app' });
    await first.metered(answer)(request('login.acme.example'));
    await first.failed(refusal);
    await expect(auth({ providerAppId: 'app' }).metered(answer)(request('login.acme.example'))).rejects.toBeInstanceOf(
      RateLimitExhausted,
    );
    for (const [meter, host] of [
      [auth({ providerAppId: 'app' }), 'api.acme.example'],
      [auth({ account: 'app' }), 'login.acme.example'],
      [data(), 'login.acme.example'],
    ] as const)
      expect(await meter.metered(answer)(request(host))).toMatchObject({ status: 200 });
    await data().failed(refusal);
    await expect(data().metered(answer)(request('api.acme.example'))).rejects.toBeInstanceOf(RateLimitExhausted);
    expect(await auth({ providerAppId: 'app' }).metered(answer)(request('api.acme.example'))).toMatchObject({
      status: 200,
    });
  });
});
