import { existsSync } from 'node:fs';
import { installPackages } from '../servers/ensure_servers.ts';

/** The folder of Debian's WordPress package. The test runs a copy, so that a site on this machine does not change. */
export const WORDPRESS = '/usr/share/wordpress';

const PHP = '/usr/bin/php';

/** Installs missing Debian packages. If that fails or is not permitted, throws an error that says what to do. */
export function ensureWordPress(say: (line: string) => void): void {
  if (existsSync(WORDPRESS) && existsSync(PHP)) return;
  installPackages(['wordpress', 'php-cli', 'php-mysql'], say);
}
