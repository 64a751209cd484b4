import { constants, openSync } from 'node:fs';
import { StartFault } from '../problem/start_fault.ts';

/** Windows has no such flag. */
const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW;

/**
 * Opens a log file that only its owner can read. Somebody may have put a link there, so that the log goes to the end of a
 * file of their choice. Throws StartFault for a link.
 */
export function openLog(path: string): number {
  try {
    return openSync(path, APPEND, 0o600);
  } catch (err) {
    if ((err as { code?: string }).code !== 'ELOOP') throw err;
    throw new StartFault(`The log file ${path} is a symbolic link. Remove it: logs follow no links.`, { cause: err });
  }
}
