/** When to kill: after how many committed pages, and with what delay after that. */
export type Moment = { pages: number; afterMs: number };

/**
 * `count` moments spread over a read of `pages` pages, from before the first to shortly before the last. Each delay is
 * random in `0..spanMs`, about the time of a page, so that kills happen before, in and after a commit, an event and a
 * delivery. The same seed gives the same moments.
 */
export function momentsOver(
  pages: number,
  count: number,
  { seed, spanMs }: { seed: number; spanMs: number },
): Moment[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, i) => ({
    pages: Math.floor((i * (pages - 1)) / count),
    afterMs: Math.floor(random() * spanMs),
  }));
}

/** Fisher-Yates. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = randomFrom(seed);
  const list = [...items];
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}

/** mulberry32: good enough for test data, and the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
