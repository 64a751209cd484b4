import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort as portInUseByNone, isFreePort } from '../../lib/process/free_port.ts';

export { isFreePort };

const CLAIMS = join(tmpdir(), 'causeway-ports');
/** By then the process that claimed the port listens on it, or never will. */
const CLAIM_MS = 120_000;

/**
 * A port on which no process listens now. A file claims it, because several test processes pick ports at the same time,
 * and each begins to listen seconds later.
 */
export async function freePort(): Promise<number> {
  mkdirSync(CLAIMS, { recursive: true });
  for (;;) {
    const port = await portInUseByNone();
    if (claim(join(CLAIMS, String(port)))) return port;
  }
}

function claim(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > CLAIM_MS) rmSync(file, { force: true });
  } catch {
    // Nobody has claimed it.
  }
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch {
    return false;
  }
}
