/**
 * Classifies failed statements by the engines' error numbers; texts and mysql2's names vary by version.
 */
type DatabaseError = { errno?: number; code?: string; name?: string };

const DUPLICATE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_ROWID']);
/** Deadlock, lock wait timeout, snapshot changed: the transaction was or must be rolled back, and may be retried. */
const UNDONE = new Set([1213, 1205, 1020]);
/** Too many connections, server shutting down, connection killed, read-only during a failover. */
const SERVER_UNAVAILABLE = new Set([1040, 1053, 1927, 1290, 2006, 2013, 1152, 1158, 1159, 1160, 1161]);
const CONNECTION_LOST = new Set([
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

/** Violation of a unique or primary key. */
export function isDuplicate(err: unknown): boolean {
  const { errno, code } = read(err);
  return errno === 1062 || DUPLICATE.has(code ?? '');
}

/** The transaction was certainly rolled back; it may be retried at once. */
export function isUndone(err: unknown): boolean {
  const { errno, code } = read(err);
  return UNDONE.has(errno ?? 0) || /^SQLITE_(BUSY|LOCKED)/.test(code ?? '');
}

/**
 * The database is unavailable or too busy; a later retry may succeed. After an error of COMMIT itself it is unknown
 * whether the write happened.
 */
export function isTransient(err: unknown): boolean {
  const { errno, code, name } = read(err);
  return (
    isUndone(err) ||
    SERVER_UNAVAILABLE.has(errno ?? 0) ||
    CONNECTION_LOST.has(code ?? '') ||
    name === 'KnexTimeoutError' ||
    /closed state/.test(String((err as { message?: unknown } | null)?.message))
  );
}

function read(err: unknown): DatabaseError {
  return typeof err === 'object' && err !== null ? err : {};
}
