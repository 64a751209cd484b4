import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/** Where Debian's package puts WordPress; started from a copy, so that nothing of the machine's own site changes. */
export const WORDPRESS = '/usr/share/wordpress';

const PACKAGES = ['wordpress', 'php-cli', 'php-mysql', 'mariadb-server'];
const PROGRAMS = [WORDPRESS, '/usr/bin/php', '/usr/sbin/mariadbd'];

/** Installs Debian's packages when something is missing. Throws, naming the command, when it may not or can't. */
export function ensureWordPress(): void {
  if (PROGRAMS.every((path) => existsSync(path))) return;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', ...PACKAGES], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    }).status === 0;
  if (install()) return;
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'update'], { stdio: 'ignore', env: environment });
  if (!install()) throw new Error(`Please install it by hand: apt-get install ${PACKAGES.join(' ')}`);
}
