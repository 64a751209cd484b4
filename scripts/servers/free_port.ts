import { closeSync, lstatSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isFreePort, freePort as portInUseByNone } from '../../lib/process/free_port.ts';

export { isFreePort };

/** A folder for each user, because a user cannot write in another user's folder. */
const CLAIMS = join(tmpdir(), `causeway-ports-${process.getuid?.() ?? 0}`);
/** After this time, the process that claimed a port listens on it, or has failed. */
const CLAIM_MS = 120_000;

/**
 * A port on which no process listens now. A file claims it, because several test processes choose ports at the same
 * time and begin to listen only seconds later.
 */
export async function freePort(): Promise<number> {
  mkdirSync(CLAIMS, { recursive: true, mode: 0o700 });
  if (!isOwn(CLAIMS)) return portInUseByNone();
  for (;;) {
    const port = await portInUseByNone();
    if (claim(join(CLAIMS, String(port)))) return port;
  }
}

/** The first of `count` free ports in a row. Each is claimed, so that no other process takes one of them. */
export async function freePortsInRow(count: number): Promise<number> {
  for (;;) {
    const first = await freePort();
    const next = Array.from({ length: count - 1 }, (_, i) => first + 1 + i);
    const free = await Promise.all(next.map(isFreePort));
    if (free.every(Boolean) && (!isOwn(CLAIMS) || next.every((port) => claim(join(CLAIMS, String(port))))))
      return first;
  }
}

/** Whether the folder is ours: another user may have made a folder or a link with this name first. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
}

function claim(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > CLAIM_MS) rmSync(file, { force: true });
  } catch {
    // The file does not exist: no process has claimed the port.
  }
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch {
    return false;
  }
}
