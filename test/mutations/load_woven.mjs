// Module hooks: instead of a program of dist/, its bundle with all mutations is loaded (woven_program.mjs).
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wovenProgram } from './woven_program.mjs';

const built = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/');
let folder = '';

export function initialize(data) {
  folder = data;
}

export async function load(url, context, nextLoad) {
  const file = url.startsWith('file:') ? fileURLToPath(url) : '';
  if (!file.startsWith(built)) return nextLoad(url, context);
  const program = file.slice(built.length).replace(/\.js$/, '');
  return { format: 'module', source: await wovenProgram(folder, program), shortCircuit: true };
}
