// Module hooks: a program of dist/ is its bundle with all mutations (woven_programs.mjs). A bundle imports no file of
// dist/, so only the program itself is replaced.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const built = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/');
let folder = '';

export function initialize(data) {
  folder = data;
}

export async function load(url, context, nextLoad) {
  const file = url.startsWith('file:') ? fileURLToPath(url) : '';
  if (!file.startsWith(built)) return nextLoad(url, context);
  const bundle = pathToFileURL(join(folder, file.slice(built.length)));
  return { format: 'module', source: `import ${JSON.stringify(bundle.href)};`, shortCircuit: true };
}
