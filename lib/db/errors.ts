/**
 * Classifies failed statements by the engines' error numbers and codes, because texts and mysql2's names vary by
 * version.
 */

type DatabaseError = { errno?: number; code?: string; name?: string };

const DUPLICATE_CODES = new Set([
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'SQLITE_CONSTRAINT_ROWID',
]);
/** Deadlock, lock wait timeout, snapshot changed: the transaction was or must be rolled back, and may be retried. */
const UNDONE_ERRNOS = new Set([1213, 1205, 1020]);
/** Too many connections, server shutting down, connection killed, read-only during a failover. */
const SERVER_UNAVAILABLE_CODES = new Set([
  1040, 1053, 1927, 1290, 1836, 2006, 2013, 1152, 1158, 1159, 1160, 1161, 1203, 1129, 1135, 1317, 1969, 4031,
]);
/** The user or the schema does not exist on the server, or does not exist yet. */
const ACCESS_REFUSED = new Set([1044, 1045, 1049, 1698]);
/** The disk or a quota is full. 1030 is any error of the storage engine, including 28 (no space left). */
const FULL_CODES = new Set([3, 1021, 1026, 1030, 1114]);
/** SQLite: the disk is full, fails, or became read-only. */
const DISK_FAILED_CODES = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/;
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
  'ENETUNREACH',
  'ECONNABORTED',
]);

/** The statement violated a unique or primary key. */
export function isDuplicate(err: unknown): boolean {
  const { errno, code } = toDatabaseError(err);
  return errno === 1062 || DUPLICATE_CODES.has(code ?? '');
}

/** The transaction was certainly rolled back; it may be retried at once. */
export function isRolledBack(err: unknown): boolean {
  const { errno, code } = toDatabaseError(err);
  return UNDONE_ERRNOS.has(errno ?? 0) || /^SQLITE_(BUSY|LOCKED)/.test(code ?? '');
}

/** The database cannot write: its disk is full or fails. A person must act. */
export function isStorageFailed(err: unknown): boolean {
  const { errno, code } = toDatabaseError(err);
  return FULL_CODES.has(errno ?? 0) || DISK_FAILED_CODES.test(code ?? '');
}

/** A page of the SQLite file is corrupt, or the file is not a database. */
export function isDamaged(err: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(toDatabaseError(err).code ?? '');
}

/** The disk is full; `err` is of the database or of the file system. */
export function isStorageFull(err: unknown): boolean {
  const { errno, code } = toDatabaseError(err);
  return code === 'ENOSPC' || FULL_CODES.has(errno ?? 0) || /^SQLITE_FULL/.test(code ?? '');
}

/**
 * The database is unavailable or too busy; a later retry may succeed. If COMMIT itself failed, the caller cannot know
 * whether the transaction was committed.
 */
export function isTransient(err: unknown): boolean {
  const { errno, code, name } = toDatabaseError(err);
  return (
    isRolledBack(err) ||
    isStorageFailed(err) ||
    SERVER_UNAVAILABLE_CODES.has(errno ?? 0) ||
    ACCESS_REFUSED.has(errno ?? 0) ||
    CONNECTION_LOST.has(code ?? '') ||
    name === 'KnexTimeoutError' ||
    /closed state/.test(String((err as { message?: unknown } | null)?.message))
  );
}

function toDatabaseError(err: unknown): DatabaseError {
  return typeof err === 'object' && err !== null ? err : {};
}
