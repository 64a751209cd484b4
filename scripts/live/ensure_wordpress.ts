import { existsSync } from 'node:fs';
import { installPackages } from '../servers/ensure_servers.ts';

/** The folder of Debian's WordPress package; we run a copy, so that the machine's own site does not change. */
export const WORDPRESS = '/usr/share/wordpress';

const PHP = '/usr/bin/php';

/** Installs missing Debian packages. Throws an error that says what to do when it is not allowed to, or fails. */
export function ensureWordPress(say: (line: string) => void): void {
  if (existsSync(WORDPRESS) && existsSync(PHP)) return;
  installPackages(['wordpress', 'php-cli', 'php-mysql'], say);
}
