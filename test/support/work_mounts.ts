import { describe } from '@jest/globals';
import { jsonColumn } from '../../lib/db/columns.ts';
import type { Migration } from '../../lib/db/migrate.ts';
import { setDatabaseClock } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { ColumnValues, LeaseHolderWrites } from '../../lib/work/held_writes.ts';
import { workMigrations } from '../../lib/work/migrations/work_migrations.ts';
import type { WorkTables } from '../../lib/work/tables.ts';
import { type WorkQueue, workQueue } from '../../lib/work/work_queue.ts';
import { migrations as readMigrations } from '../../services/reads/migrations/migrations.ts';
import { READ_TABLES } from '../../services/reads/operations/operation_row_store.ts';

/** A service that uses lib/work: its tables, its migrations, and its own columns of an operation. */
export type Mount = {
  name: string;
  tables: WorkTables;
  migrations: readonly Migration[];
  /** The service's own columns. One of them contains the text. */
  own(text: string): ColumnValues;
  textColumn: string;
};

/**
 * A service that exists only in these suites, in a new schema. It has a payload and a priority, and shares slots
 * between accounts.
 */
const EXPORT_TABLES: WorkTables = {
  operations: 'exports',
  turns: 'export_turns',
  logs: 'export_lines',
  ownerColumn: 'account_id',
  priorityColumn: 'priority',
};

export const EXPORTS: Mount = {
  name: 'a service that mounts it fresh',
  tables: EXPORT_TABLES,
  migrations: workMigrations(EXPORT_TABLES, (t) => void jsonColumn(t, 'payload').notNullable()),
  own: (text) => ({ payload: text }),
  textColumn: 'payload',
};

const READS: Mount = {
  name: 'reads',
  tables: READ_TABLES,
  migrations: readMigrations,
  own: (text) => ({
    integration_id: newId(),
    config_id: 'config',
    object_name: text,
    mapped_object_name: text,
    read_type: 'triggered',
  }),
  textColumn: 'object_name',
};

export function forEachMount(suite: (mount: Mount) => void): void {
  for (const mount of [EXPORTS, READS]) describe(`for ${mount.name}`, () => suite(mount));
}

export type WorkWorld = ReturnType<typeof workWorld>;

/** Owners named by letters, with operations in the tables of a service. */
export function workWorld(db: Db, mount: Mount) {
  const { tables } = mount;
  const columns = [mount.textColumn];
  const queue = queueOf(db);
  const projectId = newId();
  const ids = new Map<string, string>();
  let offsetMs = 0;

  function queueOf(handle: Db): WorkQueue<Record<string, string>> {
    return workQueue(handle, tables, { columns });
  }
  const ownerOf = (name: string) => {
    const ownerId = ids.get(name) ?? newId();
    ids.set(name, ownerId);
    return { projectId, ownerId };
  };

  /** Adds operations of an owner; returns their ids. Of the operations with the same `key`, only one can be active. */
  async function add(name: string, { count = 1, key, state, own }: Adding = {}): Promise<string[]> {
    const all = Array.from({ length: count }, () => {
      const id = newId();
      const text = key ?? id;
      return {
        ...ownerOf(name),
        id,
        state: state ?? ('ready' as const),
        activeKey: text,
        createTime: 1,
        columns: { ...mount.own(text), ...own },
      };
    });
    for (let i = 0; i < count; i += 100) await queue.insertAll(all.slice(i, i + 100));
    return all.map(({ id }) => id);
  }
  const rows = () => db(tables.operations).orderBy('id');
  const row = (id: string) => db(tables.operations).where({ id }).first();

  return {
    db,
    tables,
    textColumn: mount.textColumn,
    queue,
    queueOf,
    ownerOf,
    nameOf: ({ ownerId }: { ownerId: string }) => [...ids].find(([, id]) => id === ownerId)?.[0] ?? '?',
    add,
    row,
    rows,
    turns: () => db(tables.turns),
    /** Expires all leases, as if the workers had died. */
    expire: async () => void (await rows().clearOrder().where({ state: 'running' }).update({ lease_until: 1 })),
    /** Moves the database's clock forward. */
    advance(ms: number) {
      offsetMs += ms;
      setDatabaseClock(db, { originMs: 0, offsetMs, scale: 1 });
    },
    resetClock: () => setDatabaseClock(db, undefined),
    async clear() {
      for (const table of [tables.operations, tables.turns, tables.logs]) await db(table).del();
    },
  };
}

type Adding = { count?: number; key?: string; state?: 'ready' | 'waiting'; own?: ColumnValues };

/** Every write that a worker can make under its lease. */
export const heldWritesOf = (queue: LeaseHolderWrites, column: string) =>
  ({
    heartbeat: (held) => queue.heartbeat(held, 60_000),
    write: (held) => queue.write(held, { [column]: 'late' }),
    progress: (held) => queue.progress(held, { leaseMs: 60_000, now: 9 }, { [column]: 'late' }),
    park: (held) => queue.park(held, { waitMs: 0, isRateLimit: false, now: 9 }),
    postpone: (held) => queue.postpone(held, { waitMs: 0, now: 9 }),
    defer: (held) => queue.defer(held, { waitMs: 0, isCounted: true, now: 9 }),
    release: (held) => queue.release(held),
    yieldSlot: (held) => queue.yieldSlot(held, { chargeMs: 0 }),
    finish: (held) => queue.finish(held, { state: 'success', result: 'late', now: 9 }),
  }) satisfies Record<string, (held: Parameters<LeaseHolderWrites['release']>[0]) => Promise<boolean>>;
