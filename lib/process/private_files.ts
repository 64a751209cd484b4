import process from 'node:process';

/**
 * From now on, only the user of this process can read the files that the process creates. Call it first in a program.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
