import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'undici';
import { originPools } from './origin_pools.ts';

const connect = () => undefined;
const origins = Array.from({ length: 20 }, (_, index) => `https://h${index}.example.com`);

describe('the pools of the outbound client', () => {
  it('are one an origin, lent again and again', async () => {
    const pools = originPools({ connect, connections: 1, maxOrigins: 2 });
    const lent: Pool[] = [];
    for (let turn = 0; turn < 3; turn += 1) await pools.use('https://a.example.com', async (pool) => lent.push(pool));
    expect(new Set(lent).size).toBe(1);
    await pools.close();
  });

  it('are apart for accounts that hang apart', async () => {
    const pools = originPools({ connect, connections: 1, maxOrigins: 3 });
    const lent: Pool[] = [];
    for (const account of ['a', 'b', 'a'])
      await pools.use('https://a.example.com', async (pool) => lent.push(pool), account);
    expect([lent[0] === lent[1], lent[0] === lent[2]]).toEqual([false, true]);
    await pools.close();
  });

  it('are let go when many origins have been used since, and nobody uses them', async () => {
    const pools = originPools({ connect, connections: 1, maxOrigins: 3 });
    const lent: Pool[] = [];
    for (const origin of origins) await pools.use(origin, async (pool) => lent.push(pool));
    expect(lent.filter((pool) => pool.closed)).toEqual(lent.slice(0, 17));
    await pools.close();
    expect(lent.every((pool) => pool.destroyed)).toBe(true);
  });

  it('are never taken from an exchange that runs', async () => {
    const pools = originPools({ connect, connections: 1, maxOrigins: 3 });
    await pools.use('https://busy.example.com', async (busy) => {
      for (const origin of origins) await pools.use(origin, async () => undefined);
      expect(busy.closed).toBe(false);
    });
    await pools.close();
  });
});
