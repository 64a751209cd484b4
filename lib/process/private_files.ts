import process from 'node:process';

/** What this process creates from now on, only its own user can read. Call it first in a program. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
