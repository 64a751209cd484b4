import { describe, expect, it } from '@jest/globals';
import { createWaker } from './waker.ts';

describe('a waker', () => {
  it('ends a wait at once', async () => {
    const waker = createWaker();
    const began = Date.now();
    const waited = waker.wait(10_000);
    waker.wake();
    await waited;
    expect(Date.now() - began).toBeLessThan(9_000);
  });

  it('ends the next wait when nobody waited, and only that one', async () => {
    const waker = createWaker();
    waker.wake();
    waker.wake();
    await waker.wait(10_000);
    const began = Date.now();
    await waker.wait(50);
    expect(Date.now() - began).toBeGreaterThanOrEqual(45);
  });
});
