import { describe, expect, it } from '@jest/globals';
import { silentLog as log } from '../log/log.ts';
import type { PurgeRule } from './purge.ts';
import { nextLimit, restAfter, startPurger } from './purger.ts';

/** A rule with so many due rows, which reports each batch. */
function rows(count: number, onBatch: (left: number) => void): PurgeRule {
  let left = count;
  return {
    name: 'rows',
    async run(limit) {
      const deleted = Math.min(limit, left);
      left -= deleted;
      onBatch(left);
      return { hasMore: deleted === limit, workMs: 0 };
    },
  };
}

describe('the purger', () => {
  it('F6: continues until no row is due, however many rows there are', async () => {
    const batches: number[] = [];
    let purger = { stop: async () => {} };
    await new Promise<void>((resolve) => {
      const purge = rows(50_000, (left) => {
        batches.push(left);
        if (left === 0) resolve();
      });
      purger = startPurger({ purges: [purge], log, idleMs: 3_600_000 });
    });
    await purger.stop();
    expect(batches.length).toBeLessThan(50);
  });

  it('continues with the other rules when one fails, and stops while it rests', async () => {
    const failing: PurgeRule = { name: 'failing', run: () => Promise.reject(new Error('no database')) };
    let purger = { stop: async () => {} };
    await new Promise<void>((resolve) => {
      purger = startPurger({ purges: [failing, rows(1_000, (left) => left === 0 && resolve())], log });
    });
    await purger.stop();
  });

  it('stops at once while its last batch is running', async () => {
    let end = () => {};
    const batch: PurgeRule = {
      name: 'slow',
      run: () => new Promise((resolve) => (end = () => resolve({ hasMore: false, workMs: 0 }))),
    };
    const purger = startPurger({ purges: [batch], log, idleMs: 3_600_000 });
    const stopped = purger.stop();
    end();
    await stopped;
  });

  it('rests nine times as long as it works, at most a quarter of a second', () => {
    expect([0, 2, 20, 1_000].map(restAfter)).toEqual([0, 18, 180, 250]);
  });

  it('makes its batches smaller while they take long, and larger while they are quick and more is due', () => {
    expect(nextLimit(200, { hasMore: true, workMs: 30 })).toBe(100);
    expect(nextLimit(12, { hasMore: true, workMs: 30 })).toBe(10);
    expect(nextLimit(200, { hasMore: true, workMs: 10 })).toBe(200);
    expect(nextLimit(200, { hasMore: true, workMs: 2 })).toBe(400);
    expect(nextLimit(2_000, { hasMore: true, workMs: 2 })).toBe(2_000);
    expect(nextLimit(200, { hasMore: false, workMs: 2 })).toBe(200);
  });
});
