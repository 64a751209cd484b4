import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { batchLoads } from './batch.ts';

describe('loads of one turn', () => {
  it('become one, answered in the order asked', async () => {
    const asked: number[][] = [];
    const load = batchLoads(async (keys: number[]) => {
      asked.push(keys);
      return keys.map((key) => key * 10);
    });
    await expect(Promise.all([load(1), load(2), load(3)])).resolves.toEqual([10, 20, 30]);
    await expect(load(4)).resolves.toBe(40);
    expect(asked).toEqual([[1, 2, 3], [4]]);
  });
  it('fail together', async () => {
    const load = batchLoads(async () => Promise.reject(new Error('down')));
    await expect(Promise.allSettled([load(1), load(2)])).resolves.toEqual([
      expect.objectContaining({ status: 'rejected' }),
      expect.objectContaining({ status: 'rejected' }),
    ]);
  });
  it('wait for the batch under way and then go together', async () => {
    const asked: number[][] = [];
    const answers: (() => void)[] = [];
    const load = batchLoads(
      async (keys: number[]) => {
        asked.push(keys);
        await new Promise<void>((resolve) => answers.push(resolve));
        return keys;
      },
      200,
      60_000,
    );
    // Immediates run in the order in which they were queued; a 0 ms timer may run before them.
    const first = load(1);
    await turn();
    const second = load(2);
    await turn();
    const third = load(3);
    await turn();
    expect(asked).toEqual([[1]]);
    answers[0]?.();
    await first;
    await turn();
    answers[1]?.();
    await expect(Promise.all([second, third])).resolves.toEqual([2, 3]);
    expect(asked).toEqual([[1], [2, 3]]);
  });
  it('do not wait long for a batch that hangs', async () => {
    const load = batchLoads((keys: number[]) =>
      keys.includes(1) ? new Promise<number[]>(() => {}) : Promise.resolve(keys),
    );
    void load(1);
    await turn();
    await expect(load(2)).resolves.toBe(2);
  });
  it('go at once when there are many', async () => {
    const sizes: number[] = [];
    const load = batchLoads(async (keys: number[]) => {
      sizes.push(keys.length);
      return keys;
    }, 10);
    await Promise.all(Array.from({ length: 25 }, (_, key) => load(key)));
    expect(sizes).toEqual([10, 10, 5]);
  });
});
