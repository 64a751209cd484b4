import type { Knex } from 'knex';
import { onChange } from '../db/changes.ts';
import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';
import type { ServiceHandlers } from '../rpc/services.ts';

/** Changes within this time share one new version. Ms. */
const GATHER_MS = 200;
/** A fallback poll: each change wakes the loop. */
const POLL_EVERY_MS = 60_000;

/**
 * Tables whose rows are in no answer of the service. So their changes, which may be very frequent, need no new version.
 */
const UNSEEN_VERSION = new Set([
  'versions',
  'outbox',
  'outbox_acks',
  'inbox',
  'turns',
  'quota_locks',
  'rate_budgets',
  'session_keys',
  'kept_keys',
  'kept_pages',
  'kept_bodies',
]);

type ProjectVersions = {
  rpcs: ServiceHandlers<'versions'>;
  /** Raises the version for the last changes, and stops. Call it before the database is closed. */
  stop(): Promise<void>;
};

/**
 * The version of all data that a service returns. A cache compares versions to check whether a cached answer is still
 * valid, which costs the read of one row (docs/adr/0042). This process raises the version after its commits, not in
 * their transactions, because all transactions would wait for this row. If the process dies in between, the change has
 * no new version until the next process starts and raises the version. So answers are cached for some seconds only.
 */
export function startVersions(db: Knex, log: Log): ProjectVersions {
  // True at first, because a change before this start may have no version yet.
  let isChanged = true;
  const raise = async () => {
    if (!isChanged) return;
    isChanged = false;
    await db('versions')
      .where({ id: 1 })
      .increment('version', 1)
      .catch((err: unknown) => {
        isChanged = true;
        throw err;
      });
  };
  const loop = startLoop({ name: 'versions', round: raise, everyMs: POLL_EVERY_MS, log });
  onChange(db, (table) => {
    if (isChanged || UNSEEN_VERSION.has(table)) return;
    isChanged = true;
    loop.wakeAfter(GATHER_MS);
  });
  return {
    rpcs: {
      async GetVersion() {
        const row = await db('versions').where({ id: 1 }).first('version');
        return { version: Number(row?.version ?? 0) };
      },
    },
    async stop() {
      await loop.stop();
      await raise().catch((err: unknown) => log.info('the last version is left to the next start', { err }));
    },
  };
}
