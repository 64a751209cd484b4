import { join } from 'node:path';
import Database from 'libsql';

/**
 * An exclusive lock on a folder. It uses SQLite's lock on a file in the folder, which is a lock of the operating
 * system. So the lock ends with the process, even after a kill, and needs no process id. The lock also works between
 * containers that share the folder.
 */
type FolderLock = { release(): void };

type Connection = { exec(sql: string): void; close(): void };

/** Without this reference, the connection would be garbage-collected and the lock would end. */
const heldConnections = new Set<Connection>();

/** Returns undefined when another process, or another caller in this process, holds the lock. Throws file errors. */
export function lockFolder(folder: string): FolderLock | undefined {
  const connection = new Database(join(folder, 'lock')) as Connection;
  try {
    connection.exec('pragma busy_timeout=0; begin exclusive');
  } catch (err) {
    connection.close();
    if (/^SQLITE_(BUSY|LOCKED)/.test((err as { code?: string }).code ?? '')) return undefined;
    throw err;
  }
  heldConnections.add(connection);
  return {
    release() {
      if (!heldConnections.delete(connection)) return;
      connection.exec('rollback');
      connection.close();
    },
  };
}
