/**
 * What a failed statement means, by the engines' own numbers: their texts and mysql2's names for them vary by version.
 */
type DatabaseError = { errno?: number; code?: string; name?: string };

const DUPLICATE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_ROWID']);
/** Deadlock, lock wait too long, snapshot changed: the transaction was or must be undone, and may be tried again. */
const UNDONE = new Set([1213, 1205, 1020]);
/** Too many connections, server shutting down, connection killed, read-only while it fails over. */
const SERVER_AWAY = new Set([1040, 1053, 1927, 1290, 2006, 2013, 1152, 1158, 1159, 1160, 1161]);
const CONNECTION_AWAY = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** A unique key or primary key was taken. */
export function isDuplicate(err: unknown): boolean {
  const { errno, code } = read(err);
  return errno === 1062 || DUPLICATE.has(code ?? '');
}

/** Nothing was written, for certain: the whole transaction may run again at once. */
export function isUndone(err: unknown): boolean {
  const { errno, code } = read(err);
  return UNDONE.has(errno ?? 0) || /^SQLITE_(BUSY|LOCKED)/.test(code ?? '');
}

/**
 * The database is away or too busy; later may be better. Whether a write happened is unknown when it came from COMMIT.
 */
export function isTransient(err: unknown): boolean {
  const { errno, code, name } = read(err);
  return (
    isUndone(err) ||
    SERVER_AWAY.has(errno ?? 0) ||
    CONNECTION_AWAY.has(code ?? '') ||
    name === 'KnexTimeoutError' ||
    /closed state/.test(String((err as { message?: unknown } | null)?.message))
  );
}

function read(err: unknown): DatabaseError {
  return typeof err === 'object' && err !== null ? err : {};
}
