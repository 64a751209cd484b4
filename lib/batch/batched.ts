import { clearTimeout, setImmediate, setTimeout } from 'node:timers';

type BatchOptions = {
  /** Max items at once. */
  maxBatch: number;
  /**
   * How long a batch waits for the one under way, ms; then both run at a time. Default: until that has ended, so that
   * the items keep their order.
   */
  maxWaitMs?: number;
  /** After a failed batch, each item runs by itself, so that one bad item fails alone. */
  retriesAlone?: boolean;
};

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

/**
 * Collects calls into batches: those of one turn of the event loop, and those that come while a batch is under way and
 * in the turns after it. So many callers cost one RPC, one query or one commit. `work` returns the results in the order of the items.
 */
export function batched<Item, Result>(
  work: (items: Item[]) => Promise<readonly Result[]>,
  { maxBatch, maxWaitMs, retriesAlone = false }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (waiting.length === 0 || (underWay > 0 && maxWaitMs === undefined)) return;
    underWay += 1;
    await settle(waiting.splice(0, maxBatch));
    underWay -= 1;
    setImmediate(() => gather(0));
  }

  /** The callers who just had their answers call again: the next batch waits for a turn that brings no call. */
  function gather(known: number): void {
    const { length } = waiting;
    if (length === 0 || underWay > 0) return;
    if (length === known) void flush();
    else setImmediate(() => gather(length));
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (retriesAlone && batch.length > 1) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  function schedule(): void {
    if (underWay === 0) setImmediate(() => void flush());
    else if (maxWaitMs !== undefined) timer = setTimeout(() => void flush(), maxWaitMs);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) schedule();
      else if (waiting.length >= maxBatch) void flush();
    });
}
