import { setImmediate } from 'node:timers';

/**
 * Collapses all loads of one turn of the event loop into one: the requests that arrive together cost one RPC and one
 * `IN (…)`. Answers come back in the order of the keys.
 */
export function batchLoads<Key, Value>(
  loadAll: (keys: Key[]) => Promise<Value[]>,
  maxBatch = 200,
): (key: Key) => Promise<Value> {
  type Waiting = { key: Key; resolve(value: Value): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];

  async function flush(): Promise<void> {
    const batch = waiting;
    if (batch.length === 0) return;
    waiting = [];
    try {
      const values = await loadAll(batch.map(({ key }) => key));
      for (const [at, { resolve }] of batch.entries()) resolve(values[at] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (waiting.length === 1) setImmediate(() => void flush());
      else if (waiting.length >= maxBatch) void flush();
    });
}
