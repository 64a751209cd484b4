import { type buildConnector, Pool } from 'undici';

type PoolInUse = { pool: Pool; inUse: number };
type OriginPools = {
  /** Runs an exchange on the pool of the origin or, with `account`, on the pool of this account at the origin. */
  use<T>(origin: string, exchange: (pool: Pool) => Promise<T>, account?: string): Promise<T>;
  /** Closes all connections. Running exchanges fail. */
  close(): Promise<void>;
};

/**
 * Connection pools with two limits. A max number of connections per origin stops one slow origin from using all
 * connections. A max number of origins exists because tenants choose origins, and undici's own Agent would keep a pool
 * for each origin forever.
 */
export function originPools(options: {
  connect: buildConnector.connector;
  connections: number;
  maxOrigins: number;
}): OriginPools {
  const pools = new Map<string, PoolInUse>();

  /** The map is an LRU list in insertion order: re-inserting a pool makes it the most recently used. */
  function take(origin: string, account: string): PoolInUse {
    const name = `${origin} ${account}`;
    const entry = pools.get(name) ?? { pool: newPool(origin), inUse: 0 };
    pools.delete(name);
    pools.set(name, entry);
    return entry;
  }

  function newPool(origin: string): Pool {
    const { connect, connections } = options;
    // undici's timeouts are off, because deadlines.ts enforces exact deadlines.
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
