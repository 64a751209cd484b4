// Bundles the programs that run with a mutation, with all mutations woven in: `node bundle_woven.mjs <folder>`. The
// folder is complete as soon as it exists, because suites that run at the same time look for it.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions, packageFiles } from '../../scripts/bundle/options.mjs';
import { changesOf } from './catalogue.mjs';
import { weave } from './weave.mjs';

/** Older bundles of other sources are removed. A run that still uses them is over by then. */
const MAX_AGE_MS = 3_600_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const services = readdirSync(join(root, 'services')).map((service) => `services/${service}/main`);
const programs = ['embedded/main', 'gateway/main', ...services, 'testbed/scheduler_process'];

const [folder] = process.argv.slice(2);
const fresh = `${folder}.${process.pid}`;
await build({
  ...bundleOptions(root, JSON.stringify(pathToFileURL(join(root, 'dist/bundled/woven.js')).href)),
  entryPoints: Object.fromEntries(programs.map((program) => [program, `${program}.ts`])),
  outdir: fresh,
  splitting: true,
  plugins: [woven(), packageFiles(root)],
});
try {
  renameSync(fresh, folder);
} catch (error) {
  // Another suite was faster.
  if (!existsSync(folder)) throw error;
  rmSync(fresh, { recursive: true });
}
removeOld(dirname(folder));

function woven() {
  return {
    name: 'woven',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const changes = changesOf(path);
        if (changes.length === 0) return undefined;
        return { contents: weave(readFileSync(path, 'utf8'), changes, path), loader: 'ts' };
      });
    },
  };
}

function removeOld(cache) {
  for (const path of readdirSync(cache).map((name) => join(cache, name))) {
    // Another suite may remove its own folder at the same time.
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (path !== folder && made < Date.now() - MAX_AGE_MS) rmSync(path, { recursive: true, force: true });
  }
}
