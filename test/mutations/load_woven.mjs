// Module hooks: if a file of dist/ has mutations, its source is woven and loaded instead. So is a program that starts a
// bundle, because a bundle has the code of every file unwoven. All other files are loaded as built. Woven code is cached
// in node_modules/.cache, so that only the first process of a run waits for it.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { cacheKeyOf } from './cache_key.mjs';
import { changesOf } from './catalogue.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = join(root, 'dist/');
const cache = join(root, 'node_modules/.cache/mutations');

export async function load(url, context, nextLoad) {
  const file = url.startsWith('file:') ? fileURLToPath(url) : '';
  if (!file.startsWith(built)) return nextLoad(url, context);
  const source = join(root, file.slice(built.length)).replace(/\.js$/, '.ts');
  if (changesOf(source).length === 0 && !startsBundle(file)) return nextLoad(url, context);
  return { format: 'module', source: await woven(source), shortCircuit: true };
}

function startsBundle(file) {
  return file.endsWith('/main.js') && readFileSync(file, 'utf8').includes('../bundled/');
}

async function woven(source) {
  const text = readFileSync(source, 'utf8');
  const cached = join(cache, `${cacheKeyOf(text, source)}.js`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  const { stripTypes } = await import('../support/strip_types.mjs');
  // A file of dist/ imports files of dist/.
  const code = stripTypes(text, source).code.replace(/(\b(?:from|import) ?\(?"\.[^"]*)\.ts"/g, '$1.js"');
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${cached}.${process.pid}`, code);
  renameSync(`${cached}.${process.pid}`, cached);
  return code;
}
