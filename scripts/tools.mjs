// Installs test/tools (Deno, Biome, Kubernetes models) and test/runtimes (the LTS of Node) if they are missing; both
// are too large for `npm ci`. Plain JavaScript, because the linter needs it before anything is compiled. Prints nothing
// when there is nothing to do.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TOOLS = fileURLToPath(new URL('../test/tools/', import.meta.url));
const RUNTIMES = fileURLToPath(new URL('../test/runtimes/', import.meta.url));
const STALE_MS = 10 * 60_000;

/** The folder with the tools' node_modules, after installing them. */
export function ensureTools() {
  return ensureInstalled(TOOLS);
}

/** The path of the LTS of Node for this machine. Throws if npm has no package with its binary. */
export function ensureLtsNode() {
  const folder = ensureInstalled(RUNTIMES);
  const binary = `${folder}node_modules/.bin/node`;
  if (existsSync(binary)) return binary;
  throw new Error(`test/runtimes has no Node for ${process.platform} on ${process.arch}; add its package there.`);
}

/** Safe to call from several processes at once: one installs, the others wait. */
function ensureInstalled(folder) {
  while (!isInstalled(folder)) {
    if (takeLock(folder)) installUnderLock(folder);
    else pause(500);
  }
  return folder;
}

const markOf = (folder) => `${folder}node_modules/.installed`;
const lockOf = (folder) => `${folder}.installing`;

function isInstalled(folder) {
  const mark = markOf(folder);
  return existsSync(mark) && readFileSync(mark, 'utf8') === wanted(folder);
}

/** A one-line fingerprint of what must be installed: a changed lock file means install again. */
function wanted(folder) {
  return createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex');
}

function installUnderLock(folder) {
  try {
    console.error(`Installing ${folder} ...`);
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', folder], {
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) throw new Error(`npm ci in ${folder} failed`);
    writeFileSync(markOf(folder), wanted(folder));
  } finally {
    rmSync(lockOf(folder), { recursive: true, force: true });
  }
}

/** Only one process can create the folder. An old one, left behind by a killed install, is removed. */
function takeLock(folder) {
  const path = lockOf(folder);
  try {
    mkdirSync(path);
    return true;
  } catch {
    const lock = statSync(path, { throwIfNoEntry: false });
    if (lock && Date.now() - lock.mtimeMs > STALE_MS) rmSync(path, { recursive: true, force: true });
    return false;
  }
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) ensureTools();
