// The bundles with which programs of dist/ run with a mutation. All mutations are woven in, so the same bundles serve
// every mutation, and a program starts as fast as from a bundle of the build. They are in node_modules/.cache, in a folder
// whose name depends on every source, so only the first suite of a run waits for them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The folders of the sources of these programs, and what makes bundles of them. */
const SOURCES = ['connectors', 'embedded', 'gateway', 'lib', 'protos', 'sandbox', 'services', 'testbed'];
const MAKERS = ['test/mutations', 'scripts/bundle'];

/** The folder of the bundles of the present sources and mutations. Bundles them if that was not done yet. */
export function wovenPrograms() {
  const folder = join(root, 'node_modules/.cache/mutations', keyOfSources());
  const bundle = join(root, 'test/mutations/bundle_woven.mjs');
  if (!existsSync(folder)) execFileSync(process.execPath, [bundle, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

function keyOfSources() {
  const files = [join(root, 'package-lock.json'), ...[...SOURCES, ...MAKERS].flatMap(filesIn)];
  const hash = createHash('sha1').update(root);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(name) {
  return readdirSync(join(root, name), { recursive: true })
    .filter((file) => /(?<!\.test)\.(ts|mjs|yaml)$/.test(file))
    .sort()
    .map((file) => join(root, name, file));
}
