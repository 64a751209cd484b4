import { describe, expect, it } from '@jest/globals';
import { createBell } from './bell.ts';

describe('a bell', () => {
  it('ends a wait at once', async () => {
    const bell = createBell();
    const began = Date.now();
    const waited = bell.wait(10_000);
    bell.ring();
    await waited;
    expect(Date.now() - began).toBeLessThan(1_000);
  });

  it('is heard by the next wait when nobody waited, and only by that', async () => {
    const bell = createBell();
    bell.ring();
    bell.ring();
    await bell.wait(10_000);
    const began = Date.now();
    await bell.wait(50);
    expect(Date.now() - began).toBeGreaterThanOrEqual(45);
  });
});
