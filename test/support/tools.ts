import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

/**
 * The folder of large test tools (with `node_modules`). Installs them when they are missing. Throws when that is
 * impossible, because a suite that needs a tool must fail and not be skipped.
 */
export function ensureTools(): string {
  return installed('test/tools');
}

/**
 * The folder of kubectl's package and of the models of the Prometheus Operator. Installs and throws like `ensureTools`.
 */
export function ensureKubernetes(): string {
  return installed('test/kubernetes', 'kubernetes');
}

/** Folders that were checked in this process. A check takes a tenth of a second, and a suite needs up to sixty. */
const found = new Set<string>();

function installed(folder: string, ...args: string[]): string {
  if (found.has(folder)) return resolve(folder);
  const { status } = spawnSync(process.execPath, ['scripts/tools.mjs', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`${folder} could not be installed; see the output of npm above.`);
  found.add(folder);
  return resolve(folder);
}
