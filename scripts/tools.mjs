// Installs test/tools (Deno, Biome, Kubernetes models: too heavy for `npm ci`) unless it is there already. Plain
// JavaScript, because the linter needs it before anything is compiled. Prints nothing when there is nothing to do.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('../test/tools/', import.meta.url));
const MARK = `${FOLDER}node_modules/.installed`;
const LOCK = `${FOLDER}.installing`;
const STALE_MILLIS = 10 * 60_000;

/** The folder that holds node_modules, filled. Safe to call from several processes at once: one installs, the others wait. */
export function ensureTools() {
  while (!isInstalled()) {
    if (takeLock()) installUnderLock();
    else pause(500);
  }
  return FOLDER;
}

function isInstalled() {
  return existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted();
}

/** What has to be installed, in one line: a changed lock file means install again. */
function wanted() {
  return createHash('sha256')
    .update(readFileSync(`${FOLDER}package-lock.json`))
    .digest('hex');
}

function installUnderLock() {
  try {
    console.error('Installing test/tools ...');
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', FOLDER], {
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) throw new Error('npm ci in test/tools failed');
    writeFileSync(MARK, wanted());
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

/** A folder is made by one process only. One left behind by a killed install is taken away when it is old. */
function takeLock() {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    const lock = statSync(LOCK, { throwIfNoEntry: false });
    if (lock && Date.now() - lock.mtimeMs > STALE_MILLIS) rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}

function pause(millis) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) ensureTools();
