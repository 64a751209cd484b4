// Bundles a program with the mutations of all its files woven in: one bundle serves every mutation, and starts as fast
// as a bundle of the build. The bundles are in node_modules/.cache, in a folder whose name depends on every source, so
// that only the first process of a run waits for a bundle.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/mutations');
/** The folders of the sources that programs of dist/ consist of. */
const SOURCES = ['cli', 'connectors', 'embedded', 'gateway', 'lib', 'protos', 'sandbox', 'services', 'testbed'];
/** What makes a bundle of the sources. */
const MAKERS = ['test/mutations', 'scripts/bundle', 'package-lock.json'];

/** The folder of the bundles of the present sources and mutations. */
export function wovenFolder() {
  const hash = createHash('sha1').update(`${process.version}\0${root}`);
  for (const file of [...SOURCES, ...MAKERS].flatMap(filesIn)) hash.update(`\0${file}\0`).update(readFileSync(file));
  return join(cache, hash.digest('hex'));
}

function filesIn(name) {
  const path = join(root, name);
  if (name.includes('.')) return [path];
  return readdirSync(path, { recursive: true })
    .filter((file) => /(?<!\.test)\.(ts|mjs|yaml)$/.test(file))
    .sort()
    .map((file) => join(path, file));
}

/** The text of the bundle of a program, `embedded/main`. */
export async function wovenProgram(folder, program) {
  const file = join(folder, `${program.replaceAll('/', '_')}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = await bundled(program);
  removeAllBut(folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return text;
}

async function bundled(program) {
  const { build } = await import('esbuild');
  const { bundleOptions, ownFolders } = await import('../../scripts/bundle/options.mjs');
  const { outputFiles } = await build({
    ...bundleOptions(root, JSON.stringify(pathToFileURL(join(root, 'dist/bundled/woven.js')).href)),
    entryPoints: [join(root, `${program}.ts`)],
    write: false,
    plugins: [await woven(), ownFolders(root)],
  });
  return outputFiles[0].text;
}

async function woven() {
  const { changesOf } = await import('./catalogue.mjs');
  const { weave } = await import('./weave.mjs');
  return {
    name: 'woven',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const changes = changesOf(path);
        if (changes.length === 0) return undefined;
        return { contents: weave(readFileSync(path, 'utf8'), changes, path), loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

/** Each change of a source makes another folder. The process of an old folder that needs it makes it again. */
function removeAllBut(folder) {
  if (!existsSync(cache)) return;
  const old = readdirSync(cache).map((name) => join(cache, name));
  for (const path of old) if (path !== folder) rmSync(path, { recursive: true, force: true });
}
