// What jest reads TypeScript by: types are stripped and nothing else, so tests run the same source that scripts/build.mjs
// strips. babel-jest would look for a configuration for every file of every suite, half a second each time.
import { createHash } from 'node:crypto';
import process from 'node:process';
import { transformSync, version } from '@babel/core';

const presets = [['@babel/preset-typescript', { onlyRemoveTypeImports: true }]];
const made = `${version} ${process.version} ${JSON.stringify(presets)}`;

export default {
  getCacheKey: (text, path) => createHash('sha1').update(`${made}\0${path}\0${text}`).digest('hex'),
  process(text, filename) {
    const { code, map } = transformSync(text, {
      filename,
      configFile: false,
      babelrc: false,
      presets,
      sourceMaps: true,
    });
    return { code, map };
  },
};
