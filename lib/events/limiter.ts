/** Lets at most `limit` pieces of work run at once. */
export type Limiter = {
  /** How many more could start now. */
  free(): number;
  /** Starts it; the caller has seen that there is room. What it throws is dropped. */
  start(work: () => Promise<void>): void;
  /** Resolves as soon as there is room. */
  room(): Promise<void>;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
};

export function limiter(limit: number): Limiter {
  const running = new Set<Promise<void>>();
  return {
    free: () => limit - running.size,
    start(work) {
      const run: Promise<void> = work()
        .catch(() => {})
        .finally(() => running.delete(run));
      running.add(run);
    },
    async room() {
      while (running.size >= limit) await Promise.race(running);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
