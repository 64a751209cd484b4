// The jest transform for TypeScript: weaves mutations in (test/mutations), strips types, and does nothing else, so
// tests run the same source that scripts/build.mjs strips. babel-jest would look up its configuration for every file of
// every suite, which takes half a second each time.
import { transformSync } from '@babel/core';
import { cacheKeyOf } from '../mutations/cache_key.mjs';
import { changesOf } from '../mutations/catalogue.mjs';
import { weave } from '../mutations/weave.mjs';

export function stripTypes(text, filename, { rewriteImportExtensions = false } = {}) {
  const { code, map } = transformSync(weave(text, changesOf(filename), filename), {
    filename,
    configFile: false,
    babelrc: false,
    presets: [['@babel/preset-typescript', { onlyRemoveTypeImports: true, rewriteImportExtensions }]],
    sourceMaps: true,
  });
  return { code, map };
}

export default { getCacheKey: cacheKeyOf, process: (text, filename) => stripTypes(text, filename) };
