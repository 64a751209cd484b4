/** Runs at most `limit` tasks concurrently. */
export type ConcurrencyLimiter = {
  /** The number of tasks that may start now. */
  free(): number;
  /** Starts a task. The caller must check `free()` or await `whenFree()` before. Errors of the task are ignored. */
  start(work: () => Promise<void>): void;
  /** Resolves as soon as another task may start. */
  whenFree(): Promise<void>;
  /** Resolves when no task runs. */
  idle(): Promise<void>;
};

export function concurrencyLimiter(limit: number): ConcurrencyLimiter {
  const running = new Set<Promise<void>>();
  return {
    free: () => limit - running.size,
    start(work) {
      const run: Promise<void> = work()
        .catch(() => {})
        .finally(() => running.delete(run));
      running.add(run);
    },
    async whenFree() {
      while (running.size >= limit) await Promise.race(running);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
