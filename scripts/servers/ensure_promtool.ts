import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { find, updatePackageLists } from './ensure_servers.ts';

/** Debian's package with promtool. Installing it would start a Prometheus server, so it is only unpacked. */
const PACKAGE = 'prometheus';
const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'causeway');
/** The max time of a download, in milliseconds. */
const TIMEOUT_MS = 120_000;

/**
 * Finds promtool, which checks the rules and queries of Prometheus: the machine's own, or the one of Debian's package.
 * Unpacking the package into `~/.cache/causeway` needs no permission, and the next clone finds it there. Throws Error
 * that says what to do when there is none.
 */
export function ensurePromtool(): string {
  const own = find('promtool');
  if (own) return own;
  const kept = join(CACHE, `promtool-${process.arch}`);
  if (!existsSync(join(kept, 'promtool'))) unpack(kept);
  return join(kept, 'promtool');
}

/**
 * Unpacks into another folder and renames it when it is complete, because several processes may do this at the same
 * time.
 */
function unpack(kept: string): void {
  for (const program of ['apt-get', 'dpkg-deb'])
    if (!find(program)) throw new Error(`Install promtool first: it is missing, and ${program} is not available.`);
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, '.unpacking-'));
  try {
    download(fresh);
    const [file = ''] = readdirSync(fresh).filter((name) => name.endsWith('.deb'));
    run('dpkg-deb', ['-x', file, 'all'], fresh);
    const done = join(fresh, 'done');
    mkdirSync(done);
    renameSync(join(fresh, 'all/usr/bin/promtool'), join(done, 'promtool'));
    if (!existsSync(kept)) renameSync(done, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error; // another process has finished first
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Downloads the package. A new machine may have no package lists yet. */
function download(folder: string): void {
  try {
    run('apt-get', ['download', '-qq', PACKAGE], folder);
  } catch {
    updatePackageLists(PACKAGE);
    run('apt-get', ['download', '-qq', PACKAGE], folder);
  }
}

function run(program: string, args: string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: TIMEOUT_MS });
  if (status === 0) return;
  const why = (stderr || error?.message || '').trim().split('\n').at(-1) ?? '';
  throw new Error(`Install promtool first: "${program} ${args.join(' ')}" failed (${why}).`);
}
