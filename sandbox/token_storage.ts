/** The OAuth server's storage: in memory, and revocable by kind for tests. */
type Payload = Record<string, unknown> & {
  grantId?: string;
  uid?: string;
  userCode?: string;
  consumed?: unknown;
};

/** The storage of one model: the adapter interface of oidc-provider. */
type ModelStorage = {
  upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
  find(id: string): Promise<Payload | undefined>;
  findByUid(uid: string): Promise<Payload | undefined>;
  findByUserCode(userCode: string): Promise<Payload | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
};

type TokenStorage = {
  /** The storage of a model. `Client` is read through `clients`, because its metadata may change at run time. */
  model(name: string): ModelStorage;
  forget(models: readonly string[]): void;
};

type Entry = { model: string; payload: Payload; expireTime: number };

const sweepEvery = 500;

export function createTokenStorage(clients: (id: string) => Payload | undefined): TokenStorage {
  const entries = new Map<string, Entry>();
  let writes = 0;

  function live(key: string): Payload | undefined {
    const entry = entries.get(key);
    if (entry && entry.expireTime > Date.now()) return entry.payload;
    entries.delete(key);
    return undefined;
  }

  function forget(matches: (entry: Entry) => boolean): void {
    for (const [key, entry] of entries) if (matches(entry)) entries.delete(key);
  }

  function findWhere(model: string, matches: (payload: Payload) => boolean): Payload | undefined {
    for (const [key, entry] of entries) if (entry.model === model && matches(entry.payload)) return live(key);
    return undefined;
  }

  return {
    forget: (models) => forget(({ model }) => models.includes(model)),
    model: (name) => ({
      async upsert(id, payload, expiresIn) {
        if (++writes % sweepEvery === 0) forget(({ expireTime }) => expireTime <= Date.now());
        const expireTime = expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000;
        entries.set(`${name}:${id}`, { model: name, payload, expireTime });
      },
      async find(id) {
        return name === 'Client' ? clients(id) : live(`${name}:${id}`);
      },
      findByUid: async (uid) => findWhere(name, (payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findWhere(name, (payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = live(`${name}:${id}`);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        entries.delete(`${name}:${id}`);
      },
      revokeByGrantId: async (grantId) => forget(({ payload }) => payload.grantId === grantId),
    }),
  };
}
