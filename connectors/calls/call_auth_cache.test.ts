import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../lib/problem/problem.ts';
import { createCallAuthCache } from './call_auth_cache.ts';
import type { AccountKey } from './credentials.ts';

const account = { projectId: 'p', connectionId: 'c' };

function aCache({ expireTime = 0 } = {}) {
  const seen = { now: 1_000_000, gets: 0, rejected: [] as number[], isUnavailable: false };
  const source = {
    async get() {
      seen.gets += 1;
      if (seen.isUnavailable) throw new Problem('unavailable', 'Away.');
      return { headers: {}, query: {}, variables: {}, generation: seen.gets, expireTime };
    },
    async reportRejected(_of: AccountKey, generation: number) {
      seen.rejected.push(generation);
    },
  };
  return { seen, cache: createCallAuthCache({ source, clock: { now: () => seen.now } }) };
}

describe('the cache of call credentials', () => {
  it('sends one request for concurrent callers', async () => {
    const { seen, cache } = aCache();
    await Promise.all([cache.get(account), cache.get(account), cache.get(account)]);
    expect(seen.gets).toBe(1);
  });

  it('fetches them again shortly before they expire', async () => {
    const { seen, cache } = aCache({ expireTime: 1_000_000 + 120_000 });
    await cache.get(account);
    seen.now += 59_000;
    await cache.get(account);
    expect(seen.gets).toBe(1);
    seen.now += 2_000;
    await cache.get(account);
    expect(seen.gets).toBe(2);
  });

  it('fetches them again after a replacement, even during a request', async () => {
    const { seen, cache } = aCache();
    const early = cache.get(account);
    cache.clear();
    expect([(await early).generation, (await cache.get(account)).generation, seen.gets]).toEqual([1, 2, 2]);
  });

  it('uses those of the version that the caller names, and none where it names none', async () => {
    const { seen, cache } = aCache();
    for (const version of ['1', '1', '2', '2', undefined, '', '']) await cache.get(account, version);
    expect(seen.gets).toBe(4);
  });

  it('fetches them once for a version, after a rejection too', async () => {
    const { cache } = aCache();
    await cache.reject(account, await cache.get(account, '1'));
    const [one, other] = await Promise.all([cache.get(account, '2'), cache.get(account, '2')]);
    expect([one.generation, other.generation]).toEqual([3, 3]);
  });

  it('does not cache a failure', async () => {
    const { seen, cache } = aCache();
    seen.isUnavailable = true;
    await expect(cache.get(account)).rejects.toMatchObject({ kind: 'unavailable' });
    seen.isUnavailable = false;
    await expect(cache.get(account)).resolves.toMatchObject({ generation: 2 });
  });

  it('returns no rejected credentials', async () => {
    const { seen, cache } = aCache();
    const auth = await cache.get(account);
    const [, during] = await Promise.all([
      cache.reject(account, auth),
      sleep(0).then(() => cache.get(account)),
      cache.reject(account, auth),
    ]);
    expect(during.generation).toBe(2);
    expect(seen.rejected).toEqual([1]);
  });

  it('reports a rejected generation once, whatever the number of reads', async () => {
    const { seen, cache } = aCache();
    const auth = await cache.get(account);
    await cache.reject(account, auth);
    await cache.get(account);
    await cache.reject(account, auth);
    expect(seen.rejected).toEqual([1]);
    expect((await cache.get(account)).generation).toBe(2);
  });
});
