import process from 'node:process';

/** Files that this process creates from now on can be read only by its own user. Call it first in a program. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
