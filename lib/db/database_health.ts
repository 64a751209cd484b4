import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Log } from '../log/log.ts';
import { quickCheck } from './engines/quick_check.ts';
import { isDamaged, isStorageFailed } from './errors.ts';
import { FILE_INTACT, FILE_WRITABLE } from './file_faults.ts';
import { isReachable } from './is_reachable.ts';
import { STEPS_TABLE } from './migrate.ts';
import { type FileState, traitsOf } from './traits.ts';

/** Delay of the file check, so that it does not slow down the start of the process. Ms. */
const CHECK_AFTER_MS = 3_000;
/** Max time that a stop waits for the file check, which ends only between two tables. Ms. */
const MAX_STOP_WAIT_MS = 5_000;
/** Min free space of a disk that counts as writable. A test write alone may still succeed on a full disk. */
const MIN_FREE_BYTES = 1_048_576;

/**
 * The health checks of a service's database, and of its file if it is SQLite. A service can still answer most reads
 * from a file that is damaged or cannot be written, so the checks of the file are not required.
 */
export function databaseHealth(db: Knex, log: Log, checkAfterMs = CHECK_AFTER_MS) {
  const database = { isRequired: true, isReachable: () => isReachable(db) };
  const { engine, file: state } = traitsOf(db);
  const file = String(db.client.connectionSettings.filename);
  if (engine !== 'sqlite' || file === ':memory:') return { database };
  const told = { isDamaged: false };
  startCheck(file, state, { log, checkAfterMs });

  async function isWhole(): Promise<boolean> {
    if (state.damage === '') return true;
    if (!told.isDamaged) log.error(DAMAGED_MESSAGE, { file, finding: state.damage });
    told.isDamaged = true;
    return false;
  }
  async function isWritable(): Promise<boolean> {
    if (state.cannotWrite) state.cannotWrite = !((await hasSpace(file)) && (await canWrite(db)));
    return !state.cannotWrite;
  }
  return {
    database,
    [FILE_WRITABLE]: { isRequired: false, isReachable: isWritable },
    [FILE_INTACT]: { isRequired: false, isReachable: isWhole },
  };
}

const DAMAGED_MESSAGE = 'database file damaged: stop Causeway and restore the data folder from a backup';

function startCheck(file: string, state: FileState, options: { log: Log; checkAfterMs: number }): void {
  const stopping = new AbortController();
  const running = checkRepeatedly(file, state, { ...options, signal: stopping.signal });
  state.endCheck = async () => {
    stopping.abort();
    await Promise.race([running, sleep(MAX_STOP_WAIT_MS, undefined, { ref: false })]);
  };
}

async function checkRepeatedly(
  file: string,
  state: FileState,
  { log, checkAfterMs, signal }: { log: Log; checkAfterMs: number; signal: AbortSignal },
): Promise<void> {
  try {
    await sleep(checkAfterMs, undefined, { signal, ref: false });
    state.damage ||= await quickCheck(file, signal);
  } catch (err) {
    if (isDamaged(err)) state.damage ||= (err as Error).message;
    else if (!signal.aborted) log.warn('database file not checked', { file, err });
  }
}

/** Whether the disk of the file has free space; also true when the system does not report the free space. */
async function hasSpace(file: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return true;
  }
}

/** Tests a write that changes no data: each row gets the value that it already has. */
async function canWrite(db: Knex): Promise<boolean> {
  try {
    await db(STEPS_TABLE).update({ state: db.ref('state') });
    return true;
  } catch (err) {
    return !isStorageFailed(err);
  }
}
