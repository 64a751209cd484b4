import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { FetchedPage } from './pages_to_commit.ts';
import { prefetchPages } from './prefetch_pages.ts';

/** A provider with `count` pages of one record of `size` characters each. `calls` counts the fetches. */
function provider(count: number, size = 1) {
  const state = { calls: 0, failAt: -1, waitAt: -1 };
  return {
    state,
    async fetch(cursorJson: string | null): Promise<FetchedPage> {
      state.calls += 1;
      const at = Number(cursorJson ?? 0);
      if (at === state.failAt) throw new Error('broken');
      const waitMs = at === state.waitAt ? 1_000 : 0;
      const nextCursorJson = at + 1 < count ? String(at + 1) : null;
      return {
        records: [{ id: `${at}`, updatedAt: null, text: `${at}`.padEnd(size) }],
        fetched: 1,
        skipped: {},
        nextCursorJson,
        estimatedTotal: null,
        lagMs: 0,
        waitMs,
        notes: [],
      };
    },
  };
}

const names = (pages: FetchedPage[] | null) => pages?.map(({ records }) => records[0]?.text.trim());

describe('prefetchPages', () => {
  it('returns every page once, in order, and then null', async () => {
    const pages = prefetchPages(provider(20).fetch, null);
    const got = [];
    for (let taken = await pages.take(); taken; taken = await pages.take()) got.push(...(names(taken) ?? []));
    expect(got).toEqual(Array.from({ length: 20 }, (_, i) => String(i)));
    expect(await pages.take()).toBeNull();
  });

  it('starts at the given cursor', async () => {
    const pages = prefetchPages(provider(3).fetch, '2');
    expect(names(await pages.take())).toEqual(['2']);
  });

  it('stops at a page whose next one has to be waited for', async () => {
    const { fetch, state } = provider(5);
    state.waitAt = 1;
    const pages = prefetchPages(fetch, null);
    const got = [];
    for (let taken = await pages.take(); taken; taken = await pages.take()) got.push(...(names(taken) ?? []));
    expect(got).toEqual(['0', '1']);
    expect(state.calls).toBe(2);
  });

  it('prefetches only a few small pages', async () => {
    const { fetch, state } = provider(100);
    const pages = prefetchPages(fetch, null);
    await sleep(20);
    expect(state.calls).toBe(8);
    expect(await pages.take()).toHaveLength(8);
  });

  it('prefetches one large page', async () => {
    const { fetch, state } = provider(100, 600 * 1024);
    const pages = prefetchPages(fetch, null);
    await sleep(20);
    expect(state.calls).toBe(1);
    expect(await pages.take()).toHaveLength(1);
    await sleep(20);
    expect(state.calls).toBe(2);
  });

  it('returns the pages before a failure, and then throws it', async () => {
    const { fetch, state } = provider(10);
    state.failAt = 2;
    const pages = prefetchPages(fetch, null);
    await sleep(20);
    expect(names(await pages.take())).toEqual(['0', '1']);
    await expect(pages.take()).rejects.toThrow('broken');
  });
});
