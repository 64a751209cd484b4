import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

type BatchOptions = {
  maxBatch: number;
  /**
   * Max wait for the running batch, ms; after it, both batches run at the same time. Default: a batch waits until the
   * running batch has ended, so that the items keep their order.
   */
  maxWaitMs?: number;
  /** After a failed batch, runs each item separately, so that one bad item does not fail the others. */
  retriesAlone?: boolean;
};

type PendingCall<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

/**
 * Collects calls into batches, so that many callers cost one RPC, one query or one commit. A batch has the calls
 * that are made until a turn of the event loop brings no new one, or the calls made during the running batch. `work`
 * must return the results in the order of the items.
 */
export function batchCalls<Item, Result>(
  work: (items: Item[]) => Promise<readonly Result[]>,
  { maxBatch, maxWaitMs, retriesAlone = false }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: PendingCall<Item, Result>[] = [];
  let underWay = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (waiting.length === 0 || (underWay > 0 && maxWaitMs === undefined)) return;
    underWay += 1;
    const batch = waiting.splice(0, maxBatch);
    const answer = await run(batch);
    underWay -= 1;
    // A full half of the callers waits: `work` serves them while this process answers the other half.
    if (waiting.length >= batch.length) void flush();
    answer();
    // A turn is counted from what the callers do with their results, so they go first.
    queueMicrotask(() => gather());
  }

  /**
   * Flushes after a turn of the event loop without a new call: calls come in groups, and callers that just got their
   * results often call again.
   */
  function gather(known = 0): void {
    setImmediate(() => {
      const { length } = waiting;
      if (length === 0 || underWay > 0) return;
      if (length === known) void flush();
      else gather(length);
    });
  }

  /** Runs a batch, and returns what gives the callers their results. */
  async function run(batch: PendingCall<Item, Result>[]): Promise<() => void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      return () => {
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
      };
    } catch (error) {
      if (retriesAlone && batch.length > 1) {
        for (const one of batch) (await run([one]))();
        return () => {};
      }
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
  }

  function schedule(): void {
    if (underWay === 0) gather();
    else if (maxWaitMs !== undefined) timer = setTimeout(() => void flush(), maxWaitMs);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) schedule();
      else if (waiting.length >= maxBatch) void flush();
    });
}
