// Where the stripped source of a TypeScript file is kept between runs: code and source map, by a hash of all they are
// made of.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const root = new URL('../../', import.meta.url);
// Not in the folder for temporary files, which a run puts in memory and removes.
const folder = new URL('node_modules/.cache/stripped/', root);
mkdirSync(folder, { recursive: true });
const inputs = ['package-lock.json', 'test/jest/strip_types.mjs', ...filesOf('test/mutations/')];
const made = inputs.map((name) => readFileSync(new URL(name, root), 'utf8')).join('\0');
const maker = createHash('sha1').update(`${process.version}\0${made}`).digest('hex');

/** `{ code, map }`: the URLs of the files that are kept, or will be, of the TypeScript file at a path. */
export function strippedFilesOf(path, text = readFileSync(path, 'utf8')) {
  const key = createHash('sha1').update(`${maker}\0${path}\0${text}`).digest('hex');
  return { code: new URL(`${key}.js`, folder), map: new URL(`${key}.map`, folder) };
}

/** Returns the JavaScript of a TypeScript file. Strips it when no earlier run has. */
export async function strippedOf(path) {
  const text = readFileSync(path, 'utf8');
  const kept = strippedFilesOf(path, text);
  if (existsSync(kept.code)) return readFileSync(kept.code);
  const { stripTypes } = await import('./strip_types.mjs');
  const { code, map } = stripTypes(text, path);
  keep(kept.map, map);
  keep(kept.code, code);
  return code;
}

/** Whole or not at all: other jest processes of the run read and write the same folder. */
function keep(url, text) {
  const partial = new URL(`${url.href}.${process.pid}`);
  writeFileSync(partial, text);
  renameSync(partial, url);
}

function filesOf(name) {
  return readdirSync(new URL(name, root)).map((file) => `${name}${file}`);
}
