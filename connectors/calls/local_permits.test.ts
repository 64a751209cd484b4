import { describe, expect, it } from '@jest/globals';
import { createLocalPermits } from './local_permits.ts';
import type { DrawResult } from './permits.ts';

describe('an account on a rate budget', () => {
  it('uses no permits that were granted before a 429 and arrive after it', async () => {
    let now = 0;
    const grants: ((drawn: DrawResult) => void)[] = [];
    const account = createLocalPermits({ projectId: 'p', key: 'connection:c' }, [{ requests: 100, perMs: 60_000 }], {
      permits: {
        draw: () => new Promise((granted) => grants.push(granted)),
        close: () => new Promise(() => {}), // on its way
        listClosed: async () => [],
      },
      timer: { now: () => now, sleep: async () => {} },
      isInteractive: false,
    });
    const drawing = account.draw();
    await new Promise(setImmediate);
    void account.close(30_000);
    grants[0]?.({ permits: { count: 64, first: 1, time: 0, liveMs: 700, arriveMs: 1_000 }, waitMs: 0 });
    await drawing;
    expect(account.hasPermit()).toBe(false);
    expect(await account.draw()).toBe(30_000);
    expect(grants).toHaveLength(1);
    now = 1_000; // another process may know better
    void account.draw();
    await new Promise(setImmediate);
    expect(grants).toHaveLength(2);
  });
});
