import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** The paths of the programs that the services form needs. */
export type ServerPrograms = { mariadbd: string; mariadbInstallDb: string; natsServer: string };

/** The Debian package of each program. System programs are often not on the PATH of an ordinary user. */
const PACKAGES = { mariadbd: 'mariadb-server', 'mariadb-install-db': 'mariadb-server', 'nats-server': 'nats-server' };
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin'];

export type Say = (line: string) => void;
const toStderr: Say = (line) => console.error(line);

/**
 * Finds MariaDB and NATS; installs missing ones from Debian packages and reports that. Throws Error that says what to
 * do when that is impossible. The packages may start their own services; this function does not touch those.
 */
export function ensureServers(say: Say = toStderr): ServerPrograms {
  ensurePrograms(PACKAGES, say);
  return { mariadbd: need('mariadbd'), mariadbInstallDb: need('mariadb-install-db'), natsServer: need('nats-server') };
}

/** Installs the Debian packages of the missing programs. `packages`: program → package. Throws Error. */
export function ensurePrograms(packages: Readonly<Record<string, string>>, say: Say = toStderr): void {
  const missing = Object.entries(packages)
    .filter(([program]) => !find(program))
    .map(([, name]) => name);
  if (missing.length > 0) installPackages([...new Set(missing)], say);
}

/** Installs Debian packages and reports that. Throws Error that says what to do when that is impossible. */
export function installPackages(packages: string[], say: Say): void {
  const names = packages.join(' ');
  if (!find('apt-get')) throw new Error(`Install ${names} first: they are missing, and apt-get is not available.`);
  say(`Installing ${names} with apt-get.`);
  updatePackageLists(names);
  apt(['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...packages], names);
}

/**
 * Updates Debian's package lists. `names`: the packages to install, for the error. Throws Error like `installPackages`.
 */
export function updatePackageLists(names: string): void {
  apt(['update', '-qq'], names);
}

function apt(args: string[], names: string): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const words = ['apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args];
  const command = process.getuid?.() === 0 ? words : ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND', ...words];
  const [file = '', ...rest] = command;
  const { status, stderr, error } = spawnSync(file, rest, {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === 0) return;
  const why = (stderr || error?.message || '').trim().split('\n').at(-1) ?? '';
  throw new Error(`Install ${names} first: "${command.join(' ')}" failed (${why}).`);
}

function need(program: string): string {
  const path = find(program);
  if (!path) throw new Error(`${program} is still missing after its package was installed.`);
  return path;
}

/** The path of a program; undefined when it is not installed. */
export function find(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...MORE_FOLDERS];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
