import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { batchCalls } from './batched.ts';

const LOADS = { maxBatch: 200, maxWaitMs: 5 };

describe('calls of one turn', () => {
  it('become one, answered in the order asked', async () => {
    const asked: number[][] = [];
    const load = batchCalls(async (keys: number[]) => {
      asked.push(keys);
      return keys.map((key) => key * 10);
    }, LOADS);
    await expect(Promise.all([load(1), load(2), load(3)])).resolves.toEqual([10, 20, 30]);
    await expect(load(4)).resolves.toBe(40);
    expect(asked).toEqual([[1, 2, 3], [4]]);
  });
  it('fail together', async () => {
    const load = batchCalls(async () => Promise.reject(new Error('down')), LOADS);
    await expect(Promise.allSettled([load(1), load(2)])).resolves.toEqual([
      expect.objectContaining({ status: 'rejected' }),
      expect.objectContaining({ status: 'rejected' }),
    ]);
  });
  it('wait for the batch under way and then go together', async () => {
    const asked: number[][] = [];
    const answers: (() => void)[] = [];
    const load = batchCalls(
      async (keys: number[]) => {
        asked.push(keys);
        await new Promise<void>((resolve) => answers.push(resolve));
        return keys;
      },
      { maxBatch: 200, maxWaitMs: 60_000 },
    );
    // Immediates run in the order in which they were queued; a 0 ms timer may run before them.
    const first = load(1);
    while (asked.length < 1) await turn();
    const second = load(2);
    await turn();
    const third = load(3);
    for (let quiet = 0; quiet < 5; quiet += 1) await turn();
    expect(asked).toEqual([[1]]);
    answers[0]?.();
    await first;
    while (asked.length < 2) await turn();
    answers[1]?.();
    await expect(Promise.all([second, third])).resolves.toEqual([2, 3]);
    expect(asked).toEqual([[1], [2, 3]]);
  });
  it('go with those of callers who call again when they have their answer', async () => {
    const asked: number[][] = [];
    const load = batchCalls(
      async (keys: number[]) => {
        asked.push(keys);
        await turn();
        return keys;
      },
      { maxBatch: 200, maxWaitMs: 60_000 },
    );
    const again = async (key: number) => {
      await load(key);
      // A new call arrives by the network, so at the earliest in the turn after the one that ends with this answer.
      await turn();
      await turn();
      await load(key + 10);
    };
    const first = [again(1), again(2)];
    while (asked.length < 1) await turn();
    await Promise.all([...first, load(3)]);
    expect(asked).toEqual([
      [1, 2],
      [3, 11, 12],
    ]);
  });
  it('go together when they come in one turn after the other', async () => {
    const asked: number[][] = [];
    const load = batchCalls(async (keys: number[]) => {
      asked.push(keys);
      return keys;
    }, LOADS);
    const first = load(1);
    await turn();
    await Promise.all([first, load(2)]);
    expect(asked).toEqual([[1, 2]]);
  });
  it.each([
    ['before the batch under way is answered, when as many wait', [3, 4], ['work 1,2', 'work 3,4', 'answer 1']],
    ['after it is answered, when fewer wait', [3], ['work 1,2', 'answer 1', 'work 3']],
  ])('go %s', async (_when, next, order) => {
    const seen: string[] = [];
    const load = batchCalls(
      async (keys: number[]) => {
        seen.push(`work ${keys}`);
        for (let during = 0; during < 5; during += 1) await turn();
        return keys;
      },
      { maxBatch: 200, maxWaitMs: 60_000 },
    );
    const calls = [load(1).then(() => seen.push('answer 1')), load(2)];
    while (seen.length < 1) await turn();
    await Promise.all([...calls, ...next.map(load)]);
    expect(seen).toEqual(order);
  });
  it('do not wait long for a batch that hangs', async () => {
    const load = batchCalls(
      (keys: number[]) => (keys.includes(1) ? new Promise<number[]>(() => {}) : Promise.resolve(keys)),
      LOADS,
    );
    void load(1);
    for (let started = 0; started < 3; started += 1) await turn();
    await expect(load(2)).resolves.toBe(2);
  });
  it('go at once when there are many', async () => {
    const sizes: number[] = [];
    const load = batchCalls(
      async (keys: number[]) => {
        sizes.push(keys.length);
        return keys;
      },
      { maxBatch: 10, maxWaitMs: 5 },
    );
    await Promise.all(Array.from({ length: 25 }, (_, key) => load(key)));
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('wait for the batch under way without a max wait, in order and in bounded batches', async () => {
    const asked: number[][] = [];
    let isBusy = false;
    const add = batchCalls(
      async (items: number[]) => {
        expect(isBusy).toBe(false);
        isBusy = true;
        asked.push(items);
        await turn();
        isBusy = false;
        return items;
      },
      { maxBatch: 3 },
    );
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map(add));
    expect(asked).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    await expect(add(8)).resolves.toBe(8);
  });
  it('let only those fail that fail by themselves, if each is tried alone', async () => {
    const add = batchCalls(
      async (items: number[]) => {
        await turn();
        if (items.includes(3)) throw new Error('three');
        return items;
      },
      { maxBatch: 10, retriesAlone: true },
    );
    const results = await Promise.allSettled([1, 2, 3, 4].map(add));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });
});
