import { existsSync } from 'node:fs';
import { installPackages } from '../servers/ensure_servers.ts';

/** Where Debian's package puts WordPress; started from a copy, so that nothing of the machine's own site changes. */
export const WORDPRESS = '/usr/share/wordpress';

const PHP = '/usr/bin/php';

/** Installs Debian's packages when something is missing. Throws, with the sentence to act on, when it may not or can't. */
export function ensureWordPress(say: (line: string) => void): void {
  if (existsSync(WORDPRESS) && existsSync(PHP)) return;
  installPackages(['wordpress', 'php-cli', 'php-mysql'], say);
}
