import { type buildConnector, Pool } from 'undici';

type Entry = { pool: Pool; inUse: number };
type OriginPools = {
  /** Acquires the pool of an origin for one exchange; the one of an account when it is named. */
  use<T>(origin: string, exchange: (pool: Pool) => Promise<T>, account?: string): Promise<T>;
  /** Closes all connections. Running exchanges fail. */
  close(): Promise<void>;
};

/**
 * Connection pools with two bounds: connections per origin, so that one slow origin cannot use all of them, and the
 * number of origins, because tenants choose them and undici's own Agent would keep a pool for each of them forever.
 */
export function originPools(options: {
  connect: buildConnector.connector;
  connections: number;
  maxOrigins: number;
}): OriginPools {
  const pools = new Map<string, Entry>();

  /** LRU by insertion order of the map: re-inserting a pool makes it the most recent. */
  function take(origin: string, account: string): Entry {
    const name = `${origin} ${account}`;
    const entry = pools.get(name) ?? { pool: newPool(origin), inUse: 0 };
    pools.delete(name);
    pools.set(name, entry);
    return entry;
  }

  function newPool(origin: string): Pool {
    const { connect, connections } = options;
    // undici's timeouts are off: deadlines.ts enforces exact ones.
    return new Pool(origin, { connect, connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  }

  function dropIdle(): void {
    for (const [name, { pool, inUse }] of pools) {
      if (pools.size <= options.maxOrigins) return;
      if (inUse > 0) continue;
      pools.delete(name);
      void pool.close();
    }
  }

  return {
    async use(origin, exchange, account = '') {
      const entry = take(origin, account);
      entry.inUse += 1;
      try {
        return await exchange(entry.pool);
      } finally {
        entry.inUse -= 1;
        dropIdle();
      }
    },
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map(({ pool }) => pool.destroy()));
    },
  };
}
