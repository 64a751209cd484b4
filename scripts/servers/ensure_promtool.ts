import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { find, updatePackageLists } from './ensure_servers.ts';

/** Debian's package; it would also start a Prometheus, so it is unpacked and not installed. */
const PACKAGE = 'prometheus';
const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'causeway');
/** Max time of a download. Ms. */
const TIMEOUT_MS = 120_000;

/**
 * The path of promtool, which judges rules and queries of Prometheus: the machine's own, or that of Debian's package,
 * unpacked without any permission into `~/.cache/causeway`, where the next clone finds it. Throws Error with a sentence on
 * what to do when it cannot be had.
 */
export function ensurePromtool(): string {
  const own = find('promtool');
  if (own) return own;
  const kept = join(CACHE, `promtool-${process.arch}`);
  if (!existsSync(join(kept, 'promtool'))) unpack(kept);
  return join(kept, 'promtool');
}

/** The folder has its name only when it is whole: several processes may do this at once. */
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
    if (!existsSync(kept)) throw error; // otherwise another process was faster
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** A new machine may have no lists of packages yet. */
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
