import { constants, openSync } from 'node:fs';
import { StartFault } from '../problem/start_fault.ts';

/** O_NOFOLLOW; 0 on Windows, which does not have this flag. */
const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW;

/**
 * Opens a log file that only its owner can read. Throws StartFault for a symbolic link: with such a link, an attacker
 * could have the log appended to another file.
 */
export function openLog(path: string): number {
  try {
    return openSync(path, APPEND_FLAGS, 0o600);
  } catch (err) {
    if ((err as { code?: string }).code !== 'ELOOP') throw err;
    throw new StartFault(`The log file ${path} is a symbolic link. Remove it: logs follow no links.`, { cause: err });
  }
}
