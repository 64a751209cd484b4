// The jest transform for TypeScript: weaves mutations in (test/mutations), strips types and gives globals of the language
// another name (below). Apart from that, tests run the same source that scripts/build.mjs strips. esbuild takes a tenth
// of Babel's time, so the first run in a new clone is fast.
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { cacheKeyOf } from '../mutations/cache_key.mjs';
import { changesOf } from '../mutations/catalogue.mjs';
import { weave } from '../mutations/weave.mjs';

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const OPTIONS = {
  loader: 'ts',
  format: 'esm',
  target: 'esnext',
  sourcemap: 'external',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

/** Returns `{ code, map }` of a source with its mutations. `more`: further options of esbuild. */
export function stripTypes(text, filename, more = {}) {
  return transformSync(weave(text, changesOf(filename), filename), { ...OPTIONS, ...more, sourcefile: filename });
}

/**
 * Globals that code uses in loops. A suite runs in a context of `node:vm`, where each use of a global asks an
 * interceptor: `Math.imul` in the JSON reader took more time than the rest of the reader. So each module of the product
 * looks these globals up once. Time and the network are not among them, because a test may replace them.
 */
const LOOKED_UP_ONCE = [
  ...['Array', 'BigInt', 'Buffer', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'RegExp', 'Set'],
  ...['String', 'Symbol', 'Uint8Array', 'Uint16Array', 'URL', 'URLSearchParams', 'WeakMap'],
];
const ALIASES = LOOKED_UP_ONCE.map((name) => [name, `causeway${name}`]);
const IN_SUITES = {
  define: Object.fromEntries(ALIASES),
  banner: `const ${ALIASES.map(([name, alias]) => `${alias} = ${name}`).join(', ')};`,
};

/** Files of test/ keep the names: some send the text of a function to a browser, which does not have the aliases. */
export default {
  getCacheKey: cacheKeyOf,
  process: (text, filename) => stripTypes(text, filename, filename.startsWith(TESTS) ? {} : IN_SUITES),
};
