import type { Provider, ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { Operation } from '../../services/reads/operations/operation.ts';
import type { Stores } from '../../services/reads/stores.ts';
import type { UseCases } from '../../services/reads/use_cases.ts';

/** Random numbers from a seed, so that a failed run can be repeated. */
export function seeded(seed: number): { below(limit: number): number; pick<T>(from: readonly T[]): T } {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  for (let i = 0; i < 8; i += 1) next();
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}

/** The catalogue with another `reading` block of the sandbox. */
export function readingSandbox(catalogue: ProviderCatalogue, reading: object): ProviderCatalogue {
  const sandbox = catalogue.get('sandbox') as Provider;
  const changed = { ...sandbox, reading: { ...sandbox.reading, ...reading } } as Provider;
  return { ...catalogue, get: (name) => (name === 'sandbox' ? changed : catalogue.get(name)) };
}

/**
 * The stores of a process that dies at its n-th transaction, before or after the commit. After that it writes nothing.
 */
export function dying(stores: Stores, nth: number, at: 'before' | 'after'): Stores {
  let count = 0;
  const dead = () => count >= nth;
  const alive = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        if (dead()) throw new Error('The process is dead.');
        return Reflect.get(target, name) as unknown;
      },
    });
  return {
    ...stores,
    operations: alive(stores.operations),
    logs: alive(stores.logs),
    async transaction(work) {
      if (dead()) throw new Error('The process is dead.');
      const result = await stores.transaction(async (s) => {
        const value = await work(s);
        if (count + 1 === nth && at === 'before') {
          count += 1;
          throw new Error('The process died before the commit.');
        }
        return value;
      });
      count += 1;
      if (count === nth) throw new Error('The process died after the commit.');
      return result;
    },
  };
}

type Sums = { fetched: number; mapped: number; skipped: number; messages: number; pages: number };

/** The sums over all page rows of an operation. */
export async function pageSums(stores: Stores, { projectId, id }: Operation): Promise<Sums> {
  const pages = await stores.pages.list(projectId, id, { single: 1_000, per: 100 });
  const total = (of: (page: (typeof pages)[number]) => number) => pages.reduce((sum, page) => sum + of(page), 0);
  return {
    fetched: total(({ fetched }) => fetched),
    mapped: total(({ mapped }) => mapped),
    skipped: total(({ skipped }) => countOf(skipped)),
    messages: total(({ messages }) => messages),
    pages: pages.length,
  };
}

export function countOf(skipped: object): number {
  return Object.values(skipped).reduce((sum: number, count: number) => sum + count, 0);
}

type MessageRow = { id: string; state: string; num_records: number; is_undelivered: number };

export async function messageRows(db: Db, operationId: string): Promise<MessageRow[]> {
  return db('messages').where({ operation_id: operationId }).select('id', 'state', 'num_records', 'is_undelivered');
}

/** Reports some pending messages to reads as final, possibly more than once, as notifications does. */
export async function settleSome(
  useCases: UseCases,
  { projectId }: { projectId: string },
  ids: readonly string[],
  isUndelivered: boolean,
): Promise<void> {
  const told = { projectId, messageIds: ids, failed: isUndelivered ? ids.length : 0 };
  const event = newId();
  await Promise.all([event, event, newId()].map((eventId) => useCases.settleMessages(eventId, told)));
}

export const asSums = (line: { details?: object } | undefined) => (line?.details ?? {}) as JsonObject;
