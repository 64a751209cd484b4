import { Pool, type buildConnector } from 'undici';

type Entry = { pool: Pool; inUse: number };
export type OriginPools = {
  /** Lends the pool of an origin for one exchange. */
  use<T>(origin: string, exchange: (pool: Pool) => Promise<T>): Promise<T>;
  /** Hangs up on everyone. Exchanges that are still running fail. */
  close(): Promise<void>;
};

/**
 * A bounded number of connections an origin, so that one slow origin can't take them all, and a bounded number of
 * origins: tenants choose them, and undici's own Agent would keep a pool for each, for good.
 */
export function originPools(options: {
  connect: buildConnector.connector;
  connections: number;
  maxOrigins: number;
}): OriginPools {
  const pools = new Map<string, Entry>();

  /** A map keeps the order of insertion, so what is put back last was used last. */
  function take(origin: string): Entry {
    const entry = pools.get(origin) ?? { pool: newPool(origin), inUse: 0 };
    pools.delete(origin);
    pools.set(origin, entry);
    return entry;
  }

  function newPool(origin: string): Pool {
    const { connect, connections } = options;
    // Its own time-outs are off: deadlines.ts has exact ones.
    return new Pool(origin, { connect, connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  }

  function dropIdle(): void {
    for (const [origin, { pool, inUse }] of pools) {
      if (pools.size <= options.maxOrigins) return;
      if (inUse > 0) continue;
      pools.delete(origin);
      void pool.close();
    }
  }

  return {
    async use(origin, exchange) {
      const entry = take(origin);
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
