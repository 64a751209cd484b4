type Waiting<T> = { item: T; done: () => void; failed: (err: unknown) => void };

/**
 * Batches calls: `work` runs on the items that arrived during its previous run, up to `limit` at once, so that many
 * items share a commit. When a batch fails, its items are retried one by one, so that one bad item fails alone.
 */
export function gathered<T>(work: (items: T[]) => Promise<void>, limit: number): (item: T) => Promise<void> {
  const queue: Waiting<T>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) await runBatch(work, queue.splice(0, limit));
    isRunning = false;
  }
  return (item) =>
    new Promise((done, failed) => {
      queue.push({ item, done, failed });
      if (!isRunning) void run();
    });
}

async function runBatch<T>(work: (items: T[]) => Promise<void>, batch: Waiting<T>[]): Promise<void> {
  try {
    await work(batch.map(({ item }) => item));
    for (const { done } of batch) done();
  } catch (err) {
    if (batch.length === 1) batch[0]?.failed(err);
    else for (const one of batch) await runBatch(work, [one]);
  }
}
