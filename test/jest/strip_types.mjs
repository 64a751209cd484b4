// Weaves mutations (test/mutations) into TypeScript and strips its types, and does nothing else, so tests run the same
// source that scripts/build.mjs strips. esbuild takes a tenth of Babel's time, so the first run in a new clone is fast.
import { transformSync } from 'esbuild';
import { changesOf } from '../mutations/catalogue.mjs';
import { weave } from '../mutations/weave.mjs';

const OPTIONS = {
  loader: 'ts',
  format: 'esm',
  target: 'esnext',
  sourcemap: 'external',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

/** Returns `{ code, map }` of a source with its mutations. */
export function stripTypes(text, filename) {
  return transformSync(weave(text, changesOf(filename), filename), { ...OPTIONS, sourcefile: filename });
}
