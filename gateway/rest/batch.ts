import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

/** How long a batch waits for the batch in flight. Ms. */
const PATIENCE = 5;

/**
 * Collects loads into batches: the loads of one event-loop turn, plus those that arrive while a batch is in flight.
 * Concurrent requests then cost one RPC and one `IN (…)` query. A slow batch delays the next one by at most `PATIENCE`.
 * Results come back in the order of the keys.
 */
export function batchLoads<Key, Value>(
  loadAll: (keys: Key[]) => Promise<Value[]>,
  maxBatch = 200,
  patienceMs = PATIENCE,
): (key: Key) => Promise<Value> {
  type Waiting = { key: Key; resolve(value: Value): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];
  let underWay = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(patience);
    const batch = waiting;
    if (batch.length === 0) return;
    waiting = [];
    underWay += 1;
    try {
      const values = await loadAll(batch.map(({ key }) => key));
      for (const [at, { resolve }] of batch.entries()) resolve(values[at] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    void flush();
  }

  function schedule(): void {
    if (underWay === 0) setImmediate(() => void flush());
    else patience = setTimeout(() => void flush(), patienceMs);
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (waiting.length === 1) schedule();
      else if (waiting.length >= maxBatch) void flush();
    });
}
