import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

/**
 * The folder of the heavy test tools (`node_modules` inside), installed first when it is missing. Throws when that is
 * impossible: a suite that needs a tool fails, it is not skipped.
 */
export function ensureTools(): string {
  const { status } = spawnSync(process.execPath, ['scripts/tools.mjs'], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('test/tools could not be installed; see the output of npm above.');
  return resolve('test/tools');
}
