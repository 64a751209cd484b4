import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import process from 'node:process';

const IN_MEMORY = '/dev/shm';
/** Far more bytes than a run needs. Containers often have only 64 MB. */
const NEEDED_BYTES = 8 * 2 ** 30;

/**
 * Puts the temporary files of this run in memory if it is large enough: every commit of a database waits for the disk,
 * and a busy disk can take seconds. Returns a function that deletes them. Does nothing if TMPDIR is set.
 */
export function useMemoryFolder() {
  if (process.env.TMPDIR || !hasRoom()) return () => {};
  const folder = mkdtempSync(`${IN_MEMORY}/causeway-run-`);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false; // this system is not Linux
  }
}
