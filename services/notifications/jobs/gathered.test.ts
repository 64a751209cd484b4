import { describe, expect, it } from '@jest/globals';
import { gathered } from './gathered.ts';

describe('gathered work', () => {
  it('takes together what comes in while it is busy, in order and in bounded batches', async () => {
    const batches: number[][] = [];
    const add = gathered<number>(async (items) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      batches.push(items);
    }, 3);
    await Promise.all([1, 2, 3, 4, 5].map(add));
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
    await add(6);
    expect(batches.at(-1)).toEqual([6]);
  });

  it('lets only those fail that fail by themselves', async () => {
    const add = gathered<number>(async (items) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (items.includes(3)) throw new Error('three');
    }, 10);
    const results = await Promise.allSettled([1, 2, 3, 4].map(add));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });
});
