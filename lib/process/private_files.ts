import process from 'node:process';

/** Lets only the user of this process read the files that it creates from now on. Call it first in a program. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
