import { describe, expect, it } from '@jest/globals';
import { createClosedView } from './closed_view.ts';
import type { ClosedBudget } from './permits.ts';

const of = { projectId: 'p', key: 'connection:c' };

function world() {
  let now = 0;
  const looks: PromiseWithResolvers<ClosedBudget[]>[] = [];
  const listClosed = () => {
    const look = withResolvers<ClosedBudget[]>();
    looks.push(look);
    return look.promise;
  };
  const view = createClosedView({ permits: { listClosed }, timer: { now: () => now, sleep: async () => {} } });
  return { view, looks, wait: (ms: number) => void (now += ms) };
}

/** Promise.withResolvers is missing on Node 20. */
type PromiseWithResolvers<T> = { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void };
function withResolvers<T>(): PromiseWithResolvers<T> {
  const made = {} as PromiseWithResolvers<T>;
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

describe('the view of closed budgets', () => {
  it('does not forget a 429 of this process for a view that does not have it yet', async () => {
    const { view, looks, wait } = world();
    const first = view.waitMs(of);
    view.add(of, 60_000); // while the look-up is on its way
    looks[0]?.resolve([]);
    expect(await first).toBe(60_000);
    wait(2_000);
    const second = view.waitMs(of);
    looks[1]?.resolve([]); // the report of the 429 was lost
    expect(await second).toBe(58_000);
    wait(58_000);
    const third = view.waitMs(of);
    looks[2]?.resolve([]);
    expect(await third).toBe(0);
  });

  it('makes calls wait for no new look-up while its owner is unavailable, and asks once a second', async () => {
    const { view, looks, wait } = world();
    const first = view.waitMs(of);
    looks[0]?.resolve([{ ...of, waitMs: 10_000 }]);
    expect(await first).toBe(10_000);
    wait(1_000);
    const failed = view.waitMs(of);
    looks[1]?.reject(new Error('Unavailable.'));
    expect(await failed).toBe(9_000);
    wait(1_000);
    expect(await view.waitMs(of)).toBe(8_000); // the look-up has no answer yet
    expect(await view.waitMs(of)).toBe(8_000);
    expect(looks).toHaveLength(3);
    looks[2]?.resolve([]);
    await new Promise(setImmediate);
    expect(await view.waitMs(of)).toBe(0);
  });

  it('rejects before the first view, so that no call is made blindly', async () => {
    const { view, looks } = world();
    const first = view.waitMs(of);
    looks[0]?.reject(new Error('Unavailable.'));
    await expect(first).rejects.toThrow('Unavailable.');
  });
});
