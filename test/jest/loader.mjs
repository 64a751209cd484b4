// The loader of suites and of the code they test: Node's own, which strips types here and gives `@jest/globals` of the
// suite that runs.
import { fileURLToPath } from 'node:url';
import { strippedOf } from './stripped.mjs';

const globals = new URL('globals.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  return specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await strippedOf(fileURLToPath(url)), shortCircuit: true };
}
